import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, SignedIn } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Routes } from '#server/http/implement.ts'
import { clearSealedCookie, readSealedCookie, setSealedCookie } from '#server/http/sealed-cookie.ts'
import { cookieName, setSessionCookie } from '#server/http/session-cookie.ts'
import { confirmPerson } from '#server/identity/confirm-person.service.ts'
import { findSession } from '#server/sessions/sessions.service.ts'
import type { GoogleNotice } from '#shared/constants.ts'
import * as endpoints from '#shared/contracts/auth.endpoints.ts'
import { isOwnPath } from '#shared/paths.ts'
import {
  confirmByGoogle,
  disconnectGoogle,
  isUsedUp,
  linkGoogle,
  signInWithGoogle,
} from './google.service.ts'
import { type Attempt, createGoogleClient, ProviderDown } from './google-client.ts'
import { keepKnown, keepTicket, visitorOf } from './step-cookies.ts'

/** What was begun, by whom and to go where; kept in the browser that began it. */
interface Ticket extends Attempt {
  purpose: 'sign-in' | 'confirm' | 'connect'
  returnTo: string
  /** The session that began it; none for a sign-in. */
  sessionId?: number
}

interface Link {
  sub: string
  email: string
  userId: number
  /** The session that may confirm the link; none when the person has yet to sign in. */
  sessionId?: number
}

const ticketName = 'google'
const linkName = 'google_link'
/** That this person has proved who they are, and may go to Google to be connected. */
const allowedName = 'google_allowed'
const minutes = 60

/** Back to where one came from, with a word about what happened. */
function turnBack(reply: FastifyReply, ticket: Pick<Ticket, 'purpose' | 'returnTo'>, google: GoogleNotice) {
  const isSignIn = ticket.purpose === 'sign-in'
  // As an address, because what is open on a page stands behind a #, and the word goes in front of it.
  const { pathname, searchParams, hash } = new URL(isSignIn ? '/login' : ticket.returnTo, 'http://here')
  searchParams.set('google', google)
  if (isSignIn && ticket.returnTo !== '/dashboard') searchParams.set('redirect', ticket.returnTo)
  return reply.redirect(`${pathname}?${searchParams}${hash}`)
}

/** Waits in this browser until its owner has said yes. */
function keepLink(
  reply: FastifyReply,
  { sub, email }: Pick<Link, 'sub' | 'email'>,
  owner: Pick<Link, 'userId' | 'sessionId'>,
): void {
  const link: Link = { sub, email, ...owner }
  setSealedCookie(reply, linkName, link, 15 * minutes)
}

function noticeOf(error: unknown): GoogleNotice {
  if (error instanceof ProviderDown) return 'down'
  return error instanceof AppError && error.code === 'too_many_attempts' ? 'limited' : 'failed'
}

export const routes: Routes = (implement, app) => {
  const client = createGoogleClient(app.settings)

  const sessionOf = (request: FastifyRequest) =>
    findSession(app.pool, app.settings, request.cookies[cookieName(app.origins)])

  /** The session that began this attempt, if it is still the browser's. */
  async function findOwnSession(request: FastifyRequest, { sessionId }: Ticket) {
    const session = await sessionOf(request)
    return session?.id === sessionId ? session : null
  }

  /** Everything is as it should be, or it throws. */
  async function complete(context: Context, request: FastifyRequest, reply: FastifyReply, ticket: Ticket) {
    if (!client) return turnBack(reply, ticket, 'unavailable')
    if (await isUsedUp(context, ticket.state)) return turnBack(reply, ticket, 'failed')
    const identity = await client.finish(request.url.split('?')[1] ?? '', ticket)
    if (!identity.isVerified) return turnBack(reply, ticket, 'unverified')
    if (ticket.purpose === 'confirm') {
      const session = await findOwnSession(request, ticket)
      const isSame = session !== null && (await confirmByGoogle(context, session, identity))
      return isSame ? reply.redirect(ticket.returnTo) : turnBack(reply, ticket, 'mismatch')
    }
    if (ticket.purpose === 'connect') {
      const session = await findOwnSession(request, ticket)
      const allowed = readSealedCookie<{ sessionId: number }>(request, allowedName)
      if (!session || allowed?.sessionId !== session.id) return turnBack(reply, ticket, 'failed')
      clearSealedCookie(reply, allowedName)
      keepLink(reply, identity, { userId: session.user.id, sessionId: session.id })
      return reply.redirect(`/link-google?${new URLSearchParams({ redirect: ticket.returnTo })}`)
    }
    const outcome = await signInWithGoogle(context, identity, visitorOf(request))
    if (outcome.kind === 'second-step') {
      keepTicket(reply, outcome.ticket)
      return turnBack(reply, ticket, 'second-step')
    }
    if (outcome.kind === 'other') return turnBack(reply, ticket, 'other')
    if (outcome.kind === 'link') {
      keepLink(reply, identity, { userId: outcome.userId })
      return turnBack(reply, ticket, 'link')
    }
    setSessionCookie(reply, outcome.token, app.settings.SESSION_DAYS)
    const session = await findSession(app.pool, app.settings, outcome.token)
    if (session) keepKnown(reply, session.user.id)
    return reply.redirect(ticket.returnTo)
  }

  implement(endpoints.beginGoogle, async ({ query, request, reply }) => {
    const { purpose = 'sign-in', redirect = '' } = query
    const returnTo = isOwnPath(redirect) ? redirect : '/dashboard'
    if (!client) return turnBack(reply, { purpose, returnTo }, 'unavailable')
    try {
      const { url, attempt } = await client.begin({ isFresh: purpose === 'confirm' })
      const session = purpose === 'sign-in' ? null : await sessionOf(request)
      const ticket: Ticket = { ...attempt, purpose, returnTo, ...(session && { sessionId: session.id }) }
      setSealedCookie(reply, ticketName, ticket, 10 * minutes)
      return reply.redirect(url.href)
    } catch (error) {
      request.log.warn({ err: error }, 'Google could not be asked')
      return turnBack(reply, { purpose, returnTo }, noticeOf(error))
    }
  })

  implement(endpoints.finishGoogle, async ({ context, query, request, reply }) => {
    const ticket = readSealedCookie<Ticket>(request, ticketName)
    const { state, error } = query
    // Not begun in this browser, or long ago: whoever sent it here, nothing is to be had.
    if (!ticket || ticket.state !== state) {
      return turnBack(reply, { purpose: 'sign-in', returnTo: '/dashboard' }, 'failed')
    }
    clearSealedCookie(reply, ticketName)
    if (error === 'access_denied') return turnBack(reply, ticket, 'cancelled')
    try {
      return await complete(context, request, reply, ticket)
    } catch (failure) {
      request.log.warn({ err: failure }, 'Google sign-in failed')
      return turnBack(reply, ticket, noticeOf(failure))
    }
  })

  /** The link that waits in this browser, if it is for this person. */
  function requireLink({ actor, sessionId }: SignedIn, request: FastifyRequest): Link {
    const link = readSealedCookie<Link>(request, linkName)
    if (link?.userId !== actor.id || (link.sessionId ?? sessionId) !== sessionId) throw notFound()
    return link
  }

  implement(endpoints.allowGoogle, async ({ context, body, reply }) => {
    await confirmPerson(context, body.currentPassword)
    setSealedCookie(reply, allowedName, { sessionId: context.sessionId }, 10 * minutes)
  })

  implement(endpoints.disconnectGoogle, ({ context, body }) => disconnectGoogle(context, body))

  implement(endpoints.readPendingLink, ({ context, request }) => requireLink(context, request))

  implement(endpoints.linkGoogle, async ({ context, request, reply }) => {
    await linkGoogle(context, requireLink(context, request))
    clearSealedCookie(reply, linkName)
  })

  implement(endpoints.forgetLink, ({ reply }) => {
    clearSealedCookie(reply, linkName)
  })
}
