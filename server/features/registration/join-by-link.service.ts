// A person whom an administrator registered opens a join link to set a password and accept the terms.
// Token kinds of join links: `join` was sent by email, `join_shown` was handed over by the administrator.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { findInvitation } from '#server/features/invitations/redeem-invitation.service.ts'
import {
  consumeAccountToken,
  createAccountToken,
  createInvalidLinkError,
  invalidateAccountTokens,
  limitAttemptsWithInvalidMailedLinks,
  requireUnusedAccountToken,
} from '#server/identity/account-tokens.service.ts'
import { rejectCommonPassword } from '#server/identity/common-passwords.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import { recordTermsAcceptance } from '#server/identity/terms.service.ts'
import { getCurrentLanguageToStoreInDatabase } from '#server/language.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type {
  ActivateAccountBody,
  InvitationLinkResponse,
} from '#shared/contracts/registration/registration.schemas.ts'

const joinTokenKinds = ['join', 'join_shown'] as ('join' | 'join_shown')[]

/** Emails a join link to the email address the administrator entered. */
export async function sendJoinInvitation(db: Db, person: { id: number; email: string }): Promise<void> {
  const token = await createAccountToken(db, person, 'join')
  await queueMail(db, { to: [person], kind: 'user.invited', params: { token } })
}

/**
 * Returns the details that the page of a join link shows.
 * The link is an open invitation to a club or country, or leads to an account that an administrator created.
 */
export async function readInvitationByJoinLink(
  context: Context,
  token: string,
): Promise<InvitationLinkResponse> {
  const openInvitation = await findInvitation(context, token)
  if (openInvitation) return { kind: 'place', ...openInvitation }
  const found = await requireUnusedAccountToken(context, joinTokenKinds, token)
  const [person] = await context.db
    .select({
      fullName: users.fullName,
      email: users.email,
      clubName: clubs.name,
      country: users.currentCountry,
    })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(
      and(
        eq(users.id, found.userId),
        eq(users.email, found.email),
        isNull(users.agreedAt),
        isNull(users.erasedAt),
      ),
    )
  if (!person || found.usedAt) throw createInvalidLinkError()
  return { kind: 'account', ...person }
}

export async function activateAccountByJoinLink(
  context: Context,
  { token, password, consent }: ActivateAccountBody,
  ipAddress: string,
): Promise<void> {
  const found = await limitAttemptsWithInvalidMailedLinks(context, ipAddress, () =>
    requireUnusedAccountToken(context, joinTokenKinds, token),
  )
  if (found.usedAt) throw createInvalidLinkError()
  rejectCommonPassword(password)
  const hash = await hashingSemaphore.run(() => hashPassword(password))
  await context.transaction(async tx => {
    const { db } = tx
    await consumeAccountToken(db, found.id)
    const [user] = await db
      .update(users)
      .set({
        password: hash,
        agreedAt: sql`now()`,
        language: sql`coalesce(${users.language}, ${getCurrentLanguageToStoreInDatabase()}::text)`,
        updatedAt: sql`now()`,
        // Only a link received by email proves that the email address belongs to the user.
        ...(found.kind === 'join' && { emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())` }),
      })
      .where(
        and(
          eq(users.id, found.userId),
          eq(users.email, found.email),
          isNull(users.agreedAt),
          isNull(users.erasedAt),
        ),
      )
      .returning({ id: users.id, country: users.currentCountry, clubId: users.clubId })
    if (!user) throw createInvalidLinkError()
    await recordTermsAcceptance(db, user.id, { way: 'link', consented: consent === true })
    await invalidateAccountTokens(db, user.id)
    // An approved member becomes visible to other members once the terms are accepted.
    await syncSystemGroups(db, user.id)
    const { id, country, clubId } = user
    await recordAuditEvent(tx, {
      kind: 'user.joined',
      actorId: id,
      target: { type: 'user', id, country },
      touches: [
        { topics: ['person', 'imports'], to: { reach: { country, clubId } } },
        { topics: ['groups'], to: { users: [id] } },
      ],
    })
  })
}
