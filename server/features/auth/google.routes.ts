// OpenID Connect routes: `begin` redirects the browser to the provider, `finish` handles the provider's callback.
// The state of a Google sign-in and a pending account link are kept in encrypted cookies of the browser.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, SignedInContext } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import {
  clearEncryptedCookie,
  readEncryptedCookie,
  setEncryptedCookie,
} from '#server/http/cookies/encrypted-cookie.ts'
import { getSessionCookieName, setSessionCookie } from '#server/http/cookies/session-cookie.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { requireReauthentication } from '#server/identity/require-reauthentication.service.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import type { GoogleSignInNotice } from '#shared/constants.ts'
import * as endpoints from '#shared/contracts/auth/auth.endpoints.ts'
import { isInternalRedirectTarget } from '#shared/paths.ts'
import {
  disconnectGoogleAccount,
  isOAuthStateAlreadyUsed,
  linkGoogleAccount,
  reauthenticateWithGoogle,
  signInWithGoogle,
} from './google.service.ts'
import {
  type AuthorizationAttempt,
  createGoogleClient,
  type GoogleIdentity,
  ProviderUnavailableError,
} from './google-client.ts'
import {
  readClientDetailsFromSignInRequest,
  setKnownDeviceCookie,
  setSecondFactorStepCookie,
} from './sign-in-cookies.ts'

/** Google authorization in progress, kept in an encrypted cookie of the browser that began it. */
interface Ticket extends AuthorizationAttempt {
  purpose: 'sign-in' | 'confirm' | 'connect'
  returnTo: string
  /** Session that began the Google authorization. Absent when a signed-out user signs in with Google. */
  sessionId?: number
}

interface Link {
  sub: string
  email: string
  userId: number
  /** Session that may confirm the linking of the Google account. Absent when the account owner has yet to sign in. */
  sessionId?: number
}

const ticketCookie = 'google'
const linkCookie = 'google_link'
/** Cookie that permits the current session to connect a Google account, set after re-authentication. */
const allowedCookie = 'google_allowed'
const secondsPerMinute = 60

/** Redirects to the page that began the Google authorization, with its outcome as the query parameter `google`. */
function redirectWithNotice(
  reply: FastifyReply,
  ticket: Pick<Ticket, 'purpose' | 'returnTo'>,
  google: GoogleSignInNotice,
) {
  const isSignIn = ticket.purpose === 'sign-in'
  // The path to return to is parsed as a URL, because the query has to be inserted before its fragment.
  const { pathname, searchParams, hash } = new URL(isSignIn ? '/login' : ticket.returnTo, 'http://here')
  searchParams.set('google', google)
  if (isSignIn && ticket.returnTo !== '/dashboard') searchParams.set('redirect', ticket.returnTo)
  return reply.redirect(`${pathname}?${searchParams}${hash}`)
}

/** Stores the Google identity in a cookie until the account owner confirms that it may be linked. */
function setGoogleLinkCookie(
  reply: FastifyReply,
  { sub, email }: Pick<Link, 'sub' | 'email'>,
  owner: Pick<Link, 'userId' | 'sessionId'>,
): void {
  const link: Link = { sub, email, ...owner }
  setEncryptedCookie(reply, linkCookie, link, 15 * secondsPerMinute)
}

function getNoticeOfError(error: unknown): GoogleSignInNotice {
  if (error instanceof ProviderUnavailableError) return 'down'
  return error instanceof AppError && error.code === 'too_many_attempts' ? 'limited' : 'failed'
}

const findRequestSession = ({ pool, settings, origins }: FastifyInstance, request: FastifyRequest) =>
  findSession(pool, settings, request.cookies[getSessionCookieName(origins)])

/** Returns the session that began the Google authorization, if the browser still uses it. */
async function findOwnSession(app: FastifyInstance, request: FastifyRequest, { sessionId }: Ticket) {
  const session = await findRequestSession(app, request)
  return session?.id === sessionId ? session : null
}

/** Google callback whose checks have all passed, with the Google identity that was verified. */
interface VerifiedCallback {
  app: FastifyInstance
  context: Context
  request: FastifyRequest
  reply: FastifyReply
  ticket: Ticket
  identity: GoogleIdentity
}

async function finishGoogleReauthentication({
  app,
  context,
  request,
  reply,
  ticket,
  identity,
}: VerifiedCallback) {
  const session = await findOwnSession(app, request, ticket)
  const isConfirmed = session !== null && (await reauthenticateWithGoogle(context, session, identity))
  return isConfirmed ? reply.redirect(ticket.returnTo) : redirectWithNotice(reply, ticket, 'mismatch')
}

/** Redirects to the page on which the signed-in user confirms that the Google account may be linked. */
async function finishGoogleConnection({ app, request, reply, ticket, identity }: VerifiedCallback) {
  const session = await findOwnSession(app, request, ticket)
  const allowed = readEncryptedCookie<{ sessionId: number }>(request, allowedCookie)
  if (!session || allowed?.sessionId !== session.id) return redirectWithNotice(reply, ticket, 'failed')
  clearEncryptedCookie(reply, allowedCookie)
  setGoogleLinkCookie(reply, identity, { userId: session.user.id, sessionId: session.id })
  return reply.redirect(`/link-google?${new URLSearchParams({ redirect: ticket.returnTo })}`)
}

async function finishGoogleSignIn({ app, context, request, reply, ticket, identity }: VerifiedCallback) {
  const outcome = await signInWithGoogle(context, identity, readClientDetailsFromSignInRequest(request))
  if (outcome.kind === 'second-step') {
    setSecondFactorStepCookie(reply, outcome.ticket)
    return redirectWithNotice(reply, ticket, 'second-step')
  }
  if (outcome.kind === 'other') return redirectWithNotice(reply, ticket, 'other')
  if (outcome.kind === 'link') {
    setGoogleLinkCookie(reply, identity, { userId: outcome.userId })
    return redirectWithNotice(reply, ticket, 'link')
  }
  setSessionCookie(reply, outcome.token, app.settings.SESSION_DAYS)
  const session = await findSession(app.pool, app.settings, outcome.token)
  if (session) setKnownDeviceCookie(reply, session.user.id)
  return reply.redirect(ticket.returnTo)
}

const finishByPurpose = {
  'sign-in': finishGoogleSignIn,
  confirm: finishGoogleReauthentication,
  connect: finishGoogleConnection,
}

/**
 * Returns the Google account that waits to be linked, if it was stored for the signed-in user and session.
 * Throws 404 otherwise.
 */
function requirePendingGoogleLink({ actor, sessionId }: SignedInContext, request: FastifyRequest): Link {
  const link = readEncryptedCookie<Link>(request, linkCookie)
  if (link?.userId !== actor.id || (link.sessionId ?? sessionId) !== sessionId) throw notFound()
  return link
}

export const registerRoutes: FeatureRoutes = (implement, app) => {
  const client = createGoogleClient(app.settings)

  /** Finishes a Google authorization by the provider's callback. Throws when a check of the response fails. */
  async function completeGoogleAuthorization(
    context: Context,
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: Ticket,
  ) {
    if (!client) return redirectWithNotice(reply, ticket, 'unavailable')
    if (await isOAuthStateAlreadyUsed(context, ticket.state))
      return redirectWithNotice(reply, ticket, 'failed')
    const identity = await client.finishAuthorization(request.url.split('?')[1] ?? '', ticket)
    if (!identity.isVerified) return redirectWithNotice(reply, ticket, 'unverified')
    return finishByPurpose[ticket.purpose]({ app, context, request, reply, ticket, identity })
  }

  implement(endpoints.startGoogleSignIn, async ({ query, request, reply }) => {
    const { purpose = 'sign-in', redirect = '' } = query
    const returnTo = isInternalRedirectTarget(redirect) ? redirect : '/dashboard'
    if (!client) return redirectWithNotice(reply, { purpose, returnTo }, 'unavailable')
    try {
      const { url, attempt } = await client.beginAuthorization({ isFresh: purpose === 'confirm' })
      const session = purpose === 'sign-in' ? null : await findRequestSession(app, request)
      const ticket: Ticket = { ...attempt, purpose, returnTo, ...(session && { sessionId: session.id }) }
      setEncryptedCookie(reply, ticketCookie, ticket, 10 * secondsPerMinute)
      return reply.redirect(url.href)
    } catch (error) {
      request.log.warn(
        { err: error },
        'Google sign-in: the provider cannot be reached; check OIDC_ISSUER and the network',
      )
      return redirectWithNotice(reply, { purpose, returnTo }, getNoticeOfError(error))
    }
  })

  implement(endpoints.finishGoogleSignIn, async ({ context, query, request, reply }) => {
    const ticket = readEncryptedCookie<Ticket>(request, ticketCookie)
    const { state, error } = query
    // Without a matching state, another browser began the Google authorization, or this browser's cookie has expired.
    if (!ticket || ticket.state !== state) {
      return redirectWithNotice(reply, { purpose: 'sign-in', returnTo: '/dashboard' }, 'failed')
    }
    clearEncryptedCookie(reply, ticketCookie)
    if (error === 'access_denied') return redirectWithNotice(reply, ticket, 'cancelled')
    try {
      return await completeGoogleAuthorization(context, request, reply, ticket)
    } catch (failure) {
      request.log.warn(
        { err: failure },
        'Google sign-in: the callback was rejected; see err for the failed check',
      )
      return redirectWithNotice(reply, ticket, getNoticeOfError(failure))
    }
  })

  implement(endpoints.allowGoogleConnection, async ({ context, body, reply }) => {
    await requireReauthentication(context, body.currentPassword)
    setEncryptedCookie(reply, allowedCookie, { sessionId: context.sessionId }, 10 * secondsPerMinute)
  })

  implement(endpoints.disconnectGoogle, ({ context, body }) => disconnectGoogleAccount(context, body))

  implement(endpoints.readPendingGoogleLink, ({ context, request }) =>
    requirePendingGoogleLink(context, request),
  )

  implement(endpoints.linkGoogle, async ({ context, request, reply }) => {
    await linkGoogleAccount(context, requirePendingGoogleLink(context, request))
    clearEncryptedCookie(reply, linkCookie)
  })

  implement(endpoints.discardPendingGoogleLink, ({ reply }) => {
    clearEncryptedCookie(reply, linkCookie)
  })
}
