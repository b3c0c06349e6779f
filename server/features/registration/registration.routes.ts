import type { Routes } from '#server/http/implement.ts'
import { cookieName } from '#server/http/session-cookie.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/registration.endpoints.ts'
import { answerTexts } from '#shared/errors.ts'
import { confirmEmail, resendConfirmation } from './confirm-email.service.ts'
import { registerUser } from './register.service.ts'

export const routes: Routes = (implement, app) => {
  implement(endpoints.registerUser, async ({ context, body, request }) => {
    const session = await findSession(app.pool, app.settings, request.cookies[cookieName(app.origins)])
    await registerUser(context, body, { address: request.ip, actorId: session?.user.id })
    return { message: answerTexts.registered }
  })
  implement(endpoints.confirmEmail, async ({ context, body }) => {
    await confirmEmail(context, body.token)
    return { message: answerTexts.emailConfirmed }
  })
  implement(endpoints.resendConfirmation, async ({ context }) => {
    await resendConfirmation(context)
    return { message: answerTexts.confirmationSent }
  })
}
