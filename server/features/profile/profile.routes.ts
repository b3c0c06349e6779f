import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/profile/profile.endpoints.ts'
import { responseTexts } from '#texts/errors.ts'
import { acceptTerms } from './accept-terms.service.ts'
import { listUsersWhoViewedOwnIdentityOrPhoneNumber, readProfile, updateProfile } from './profile.service.ts'
import { resubmitApplication } from './resubmit-application.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readProfile, ({ context }) => readProfile(context))
  implement(endpoints.listUnmaskings, ({ context }) => listUsersWhoViewedOwnIdentityOrPhoneNumber(context))
  implement(endpoints.updateProfile, ({ context, body }) => updateProfile(context, body))
  implement(endpoints.acceptTerms, ({ context, body }) => acceptTerms(context, body))
  implement(endpoints.resubmitApplication, async ({ context }) => {
    await resubmitApplication(context)
    return { message: responseTexts.appliedAgain }
  })
}
