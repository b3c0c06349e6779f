import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { placesWithinReach } from '#server/db/reach.ts'
import { clubs, invitations, users } from '#server/db/schema/core.ts'
import { badInput, forbidden, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { signToken } from '#server/secret.ts'
import type { Country } from '#shared/constants.ts'
import type { InvitationBody } from '#shared/contracts/invitations.ts'
import { fieldTexts } from '#shared/errors.ts'
import { type Actor, can, reachOf } from '#shared/policies.ts'

const mostShown = 100

/** One's own, and those of the places that one's role stretches to. */
function withinReach(actor: Actor): SQL | undefined {
  const places = placesWithinReach(actor, invitations)
  return places && or(eq(invitations.createdBy, actor.id), places)
}

/**
 * Whoever asks others in is a member still. One that was used up, has run out or was taken back cannot be told from one
 * that never was.
 */
export const isGood = sql<boolean>`(${invitations.revokedAt} is null and ${invitations.expiresAt} > now()
  and ${invitations.uses} < ${invitations.most}
  and exists (select from users host where host.id = ${invitations.createdBy} and host.status = 'active'))`

export function joinLink({ settings, secret }: Pick<Context, 'settings' | 'secret'>, id: string): string {
  return `${settings.PUBLIC_URL}/join#${signToken(secret, id)}`
}

async function select(context: SignedIn, where: SQL | undefined) {
  const rows = await context.db
    .select({
      id: invitations.id,
      country: invitations.country,
      clubName: clubs.name,
      email: invitations.email,
      most: invitations.most,
      uses: invitations.uses,
      createdBy: users.fullName,
      expiresAt: invitations.expiresAt,
      revokedAt: invitations.revokedAt,
      createdAt: invitations.createdAt,
      isGood,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .leftJoin(clubs, eq(clubs.id, invitations.clubId))
    .where(where)
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(mostShown)
  return rows.map(({ isGood: isOpen, ...row }) => ({
    ...row,
    // What was sent to one person is theirs alone.
    link: isOpen && row.email === null ? joinLink(context, row.id) : null,
  }))
}

export async function listInvitations(context: SignedIn) {
  return select(context, withinReach(context.actor))
}

/** For a club, or for a country; whoever has no say elsewhere invites to their own club. */
async function placeOf({ db, actor }: SignedIn, { country, clubId }: InvitationBody) {
  const reach = reachOf(actor)
  const isLocal = reach.over !== 'all' && reach.over !== 'country'
  const chosen = clubId ?? (isLocal ? actor.clubId : null)
  if (chosen === null) {
    const here = country ?? (reach.over === 'country' ? (reach.country as Country) : undefined)
    if (!here) throw badInput({ country: fieldTexts.invalid })
    return { country: here, clubId: null }
  }
  const [club] = await db
    .select({ country: clubs.country })
    .from(clubs)
    .where(and(eq(clubs.id, chosen), eq(clubs.isActive, true)))
  if (!club || (country && country !== club.country)) throw badInput({ clubId: fieldTexts.clubNotOpen })
  return { country: club.country, clubId: chosen }
}

export async function createInvitation(context: SignedIn, body: InvitationBody) {
  const key = limitKey('invite', String(context.actor.id))
  await limitAttempts(context, { key, most: 100, minutes: 24 * 60 })
  const id = await context.transaction(async tx => {
    const { db, actor } = tx
    const place = await placeOf(tx, body)
    if (!can(actor, 'users.invite', { place })) throw forbidden()
    const { email = null, days } = body
    const [made] = await db
      .insert(invitations)
      .values({
        ...place,
        createdBy: actor.id,
        email,
        most: email ? 1 : body.most,
        expiresAt: sql`now() + make_interval(days => ${days})`,
      })
      .returning({ id: invitations.id })
    if (!made) throw new Error('the invitation was not made')
    if (email) {
      const params = { token: made.id, inviter: actor.fullName, days }
      await queueMail(db, { to: [{ id: null, email }], kind: 'invitation.sent', params })
    }
    await recordEvent(tx, {
      kind: 'invitation.made',
      country: place.country,
      details: { invitationId: made.id, clubId: place.clubId, most: email ? 1 : body.most, days },
      touches: { topics: ['invitations'], to: { reach: place, users: [actor.id] } },
    })
    return made.id
  })
  const [row] = await select(context, eq(invitations.id, id))
  if (!row) throw notFound()
  return row
}

export async function revokeInvitation(context: SignedIn, id: string): Promise<void> {
  await context.transaction(async tx => {
    const [row] = await tx.db
      .update(invitations)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(invitations.id, id), withinReach(tx.actor), isNull(invitations.revokedAt)))
      .returning({ country: invitations.country, clubId: invitations.clubId, by: invitations.createdBy })
    if (!row) throw notFound()
    await recordEvent(tx, {
      kind: 'invitation.revoked',
      country: row.country,
      details: { invitationId: id },
      touches: { topics: ['invitations'], to: { reach: row, users: [row.by] } },
    })
  })
}

/** As far as one may know of people who wait: who came, and what became of it. */
export async function listInvited({ db, actor }: SignedIn, id: string) {
  const [found] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.id, id), withinReach(actor)))
  if (!found) throw notFound()
  return db
    .select({ id: users.id, fullName: users.fullName, status: users.status, createdAt: users.createdAt })
    .from(users)
    .where(and(eq(users.invitationId, id), isNull(users.erasedAt)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(500)
}
