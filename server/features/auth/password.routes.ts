import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { limitAttemptsWithInvalidMailedLinks } from '#server/identity/account-tokens.service.ts'
import * as endpoints from '#shared/contracts/auth/auth.endpoints.ts'
import { responseTexts } from '#texts/errors.ts'
import { requestPasswordReset, resetPassword } from './forgot-password.service.ts'
import { endSessionOfUnrecognizedSignIn } from './new-device.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.requestPasswordReset, async ({ context, body, request }) => {
    await requestPasswordReset(context, body.email, request.ip)
    return {
      message: responseTexts.resetAsked,
    }
  })
  implement(endpoints.resetPassword, async ({ context, body, request }) => {
    await resetPassword(context, body, request.ip)
    return { message: responseTexts.passwordReset }
  })
  implement(endpoints.denySignIn, async ({ context, body, request }) => ({
    token: await limitAttemptsWithInvalidMailedLinks(context, request.ip, () =>
      endSessionOfUnrecognizedSignIn(context, body.token),
    ),
  }))
}
