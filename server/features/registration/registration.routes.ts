import { badInput } from '#server/errors.ts'
import { applyDecisionUserByUser } from '#server/features/users/decisions/apply-decision-in-one-transaction.ts'
import { getSessionCookieName } from '#server/http/cookies/session-cookie.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { limitAttemptsWithInvalidMailedLinks } from '#server/identity/account-tokens.service.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/registration/registration.endpoints.ts'
import { inviteUsers } from '#shared/contracts/users/users.endpoints.ts'
import { fieldTexts, responseTexts } from '#texts/errors.ts'
import { confirmEmail, resendEmailConfirmation } from './confirm-email.service.ts'
import { inviteUser } from './invite-user.service.ts'
import { activateAccountByJoinLink, readInvitationByJoinLink } from './join-by-link.service.ts'
import { registerUser } from './register-user.service.ts'

export const registerRoutes: FeatureRoutes = (implement, app) => {
  implement(endpoints.registerUser, async ({ context, body, request }) => {
    const session = await findSession(
      app.pool,
      app.settings,
      request.cookies[getSessionCookieName(app.origins)],
    )
    const isActive = session?.user.status === 'active'
    const actorId = session?.user.id
    // The password may be missing only when an active user registers another person.
    if (!isActive && body.password === undefined) throw badInput({ password: fieldTexts.passwordMissing })
    const link = await registerUser(context, body, { address: request.ip, actorId })
    const isMailed = app.settings.SMTP_URL !== undefined
    return { message: responseTexts.registered, isMailed, ...(link && { link }) }
  })
  implement(endpoints.confirmEmail, async ({ context, body, request }) => {
    await limitAttemptsWithInvalidMailedLinks(context, request.ip, () => confirmEmail(context, body.token))
    return { message: responseTexts.emailConfirmed }
  })
  implement(endpoints.resendConfirmation, async ({ context }) => {
    await resendEmailConfirmation(context)
    return { message: responseTexts.confirmationSent }
  })
  implement(inviteUsers, ({ context, body }) =>
    applyDecisionUserByUser(body.ids, id => inviteUser(context, id)),
  )
  implement(endpoints.readInvitationLink, ({ context, body, request }) =>
    limitAttemptsWithInvalidMailedLinks(context, request.ip, () =>
      readInvitationByJoinLink(context, body.token),
    ),
  )
  implement(endpoints.activateAccountByLink, async ({ context, body, request }) => {
    await activateAccountByJoinLink(context, body, request.ip)
    return { message: responseTexts.joined }
  })
}
