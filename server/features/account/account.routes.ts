import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { requireReauthentication } from '#server/identity/require-reauthentication.service.ts'
import * as endpoints from '#shared/contracts/account/account.endpoints.ts'
import { responseTexts } from '#texts/errors.ts'
import { readAccount } from './account.service.ts'
import { requestEmailChange } from './change-email.service.ts'
import { changePassword } from './change-password.service.ts'
import { setLanguage } from './language.service.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.service.ts'
import { listNotificationPreferences, setNotificationPreference } from './preferences.service.ts'
import { setPresenceSharing } from './presence.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readAccount, ({ context }) => readAccount(context))
  implement(endpoints.confirmOwnPassword, async ({ context, body }) => {
    await requireReauthentication(context, body.currentPassword)
  })
  implement(endpoints.changePassword, ({ context, body }) => changePassword(context, body))
  implement(endpoints.requestEmailChange, async ({ context, body }) => {
    await requestEmailChange(context, body)
    return { message: responseTexts.emailChangeAsked }
  })
  implement(endpoints.listPreferences, ({ context }) => listNotificationPreferences(context))
  implement(endpoints.setPreference, ({ context, body }) => setNotificationPreference(context, body))
  implement(endpoints.setLanguage, ({ context, body }) => setLanguage(context, body.language))
  implement(endpoints.setPresence, ({ context, body }) => setPresenceSharing(context, body.isShown))
  implement(endpoints.listOwnSessions, ({ context }) => listOwnSessions(context))
  implement(endpoints.endOwnSession, ({ context, params }) => endOwnSession(context, params.id))
  implement(endpoints.endOtherSessions, async ({ context }) => ({ count: await endOtherSessions(context) }))
}
