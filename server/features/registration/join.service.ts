// Somebody else entered them; here they come in themselves: with a password of their own, having read the terms.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { syncSystemGroups } from '#server/features/chat/system-groups.service.ts'
import { lookAtInvitation } from '#server/features/invitations/take-invitation.service.ts'
import {
  badLink,
  consumeToken,
  createToken,
  dropTokens,
  limitBadLinks,
  requireToken,
} from '#server/identity/account-tokens.service.ts'
import { refuseCommonPassword } from '#server/identity/common-passwords.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import { noteAcceptance } from '#server/identity/terms.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { JoinAnswer, JoinBody } from '#shared/contracts/registration.ts'

const kinds = ['join', 'join_shown'] as ('join' | 'join_shown')[]

/** By mail, to the address they were entered with. */
export async function inviteToJoin(db: Db, person: { id: number; email: string }): Promise<void> {
  const token = await createToken(db, person, 'join')
  await queueMail(db, { to: [person], kind: 'user.invited', params: { token } })
}

/** What a link is for, before anybody decides. */
export async function readJoin(context: Context, token: string): Promise<JoinAnswer> {
  const place = await lookAtInvitation(context, token)
  if (place) return { kind: 'place', ...place }
  const found = await requireToken(context, kinds, token)
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
  if (!person || found.usedAt) throw badLink()
  return { kind: 'account', ...person }
}

export async function joinByLink(
  context: Context,
  { token, password, consent }: JoinBody,
  address: string,
): Promise<void> {
  const found = await limitBadLinks(context, address, () => requireToken(context, kinds, token))
  if (found.usedAt) throw badLink()
  refuseCommonPassword(password)
  const hash = await hashingSemaphore.run(() => hashPassword(password))
  await context.transaction(async tx => {
    const { db } = tx
    await consumeToken(db, found.id)
    const [user] = await db
      .update(users)
      .set({
        password: hash,
        agreedAt: sql`now()`,
        updatedAt: sql`now()`,
        // A link that was handed over says nothing of whose the address is.
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
    if (!user) throw badLink()
    await noteAcceptance(db, user.id, { way: 'link', consented: consent === true })
    await dropTokens(db, user.id)
    // Other members see them from now on, where they are one already.
    await syncSystemGroups(db, user.id)
    const { id, country, clubId } = user
    await recordEvent(tx, {
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
