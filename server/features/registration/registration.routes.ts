import { badInput } from '#server/errors.ts'
import { decideMany } from '#server/features/users/decide-many.ts'
import type { Routes } from '#server/http/implement.ts'
import { cookieName } from '#server/http/session-cookie.ts'
import { limitBadLinks } from '#server/identity/account-tokens.service.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/registration.endpoints.ts'
import { inviteMany } from '#shared/contracts/users.endpoints.ts'
import { answerTexts, fieldTexts } from '#shared/errors.ts'
import { confirmEmail, resendConfirmation } from './confirm-email.service.ts'
import { inviteUser } from './invite-user.service.ts'
import { joinByLink, readJoin } from './join.service.ts'
import { registerUser } from './register.service.ts'

export const routes: Routes = (implement, app) => {
  implement(endpoints.registerUser, async ({ context, body, request }) => {
    const session = await findSession(app.pool, app.settings, request.cookies[cookieName(app.origins)])
    const isActive = session?.user.status === 'active'
    const actorId = session?.user.id
    // Only active users may register another person without a password.
    if (!isActive && body.password === undefined) throw badInput({ password: fieldTexts.passwordMissing })
    const link = await registerUser(context, body, { address: request.ip, actorId })
    const isMailed = app.settings.SMTP_URL !== undefined
    return { message: answerTexts.registered, isMailed, ...(link && { link }) }
  })
  implement(endpoints.confirmEmail, async ({ context, body, request }) => {
    await limitBadLinks(context, request.ip, () => confirmEmail(context, body.token))
    return { message: answerTexts.emailConfirmed }
  })
  implement(endpoints.resendConfirmation, async ({ context }) => {
    await resendConfirmation(context)
    return { message: answerTexts.confirmationSent }
  })
  implement(inviteMany, ({ context, body }) => decideMany(body.ids, id => inviteUser(context, id)))
  implement(endpoints.readJoin, ({ context, body, request }) =>
    limitBadLinks(context, request.ip, () => readJoin(context, body.token)),
  )
  implement(endpoints.joinByLink, async ({ context, body, request }) => {
    await joinByLink(context, body, request.ip)
    return { message: answerTexts.joined }
  })
}
