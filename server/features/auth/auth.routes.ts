import { unauthenticated } from '#server/errors.ts'
import type { Routes } from '#server/http/implement.ts'
import { clearSessionCookie, cookieName, setSessionCookie } from '#server/http/session-cookie.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import * as endpoints from '#shared/contracts/auth.endpoints.ts'
import { signIn, signOut } from './auth.service.ts'

export const routes: Routes = (implement, app) => {
  implement(endpoints.readMe, ({ context }) => context.actor)
  implement(endpoints.signIn, async ({ context, body, request, reply }) => {
    const token = await signIn(context, body, {
      address: request.ip,
      userAgent: request.headers['user-agent'],
      oldToken: request.cookies[cookieName(app.origins)],
    })
    const session = await findSession(app.pool, app.settings, token)
    if (!session) throw unauthenticated()
    setSessionCookie(reply, token, app.settings.SESSION_DAYS)
    return session.user
  })
  implement(endpoints.signOut, async ({ context, reply }) => {
    await signOut(context)
    clearSessionCookie(reply)
  })
}
