import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { clubs, invitations, users } from '#server/db/schema/core.ts'
import { filterByCountryAndClubScope } from '#server/db/sql/scope-filters.ts'
import { badInput, forbidden, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { requireCountryOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import type { InvitationBody } from '#shared/contracts/invitations/invitations.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { type Actor, can, getPermissionScopeOfActor } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'

const maxListed = 100

/** SQL condition: the user created the invitation, or its club or country is within the user's scope. */
function buildInvitationVisibleToCondition(actor: Actor): SQL | undefined {
  const places = filterByCountryAndClubScope(actor, invitations)
  return places && or(eq(invitations.createdBy, actor.id), places)
}

/**
 * SQL condition: the invitation can be used, its creator is still an active member, and its country is open.
 * Used up, expired, revoked and unknown invitations are indistinguishable to visitors.
 */
export const isUsable = sql<boolean>`(${invitations.revokedAt} is null and ${invitations.expiresAt} > now()
  and ${invitations.uses} < ${invitations.most}
  and exists (select from users host where host.id = ${invitations.createdBy} and host.status = 'active')
  and exists (select from open_countries o where o.country = ${invitations.country}))`

export function buildInvitationUrl(
  { settings, secret }: Pick<Context, 'settings' | 'secret'>,
  id: string,
): string {
  return `${settings.PUBLIC_URL}/join#${createSignedLinkToken(secret, id)}`
}

async function selectInvitations(context: SignedInContext, where: SQL | undefined) {
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
      isGood: isUsable,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .leftJoin(clubs, eq(clubs.id, invitations.clubId))
    .where(where)
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(maxListed)
  return rows.map(({ isGood: isOpen, ...row }) => ({
    ...row,
    // An invitation link that was mailed to one person is not shown to administrators.
    link: isOpen && row.email === null ? buildInvitationUrl(context, row.id) : null,
  }))
}

export async function listInvitations(context: SignedInContext) {
  return selectInvitations(context, buildInvitationVisibleToCondition(context.actor))
}

/**
 * Resolves the club or country of a new invitation.
 * Users without a wider scope invite to their own club.
 */
async function resolvePlaceOfInvitation({ db, actor }: SignedInContext, { country, clubId }: InvitationBody) {
  const scope = getPermissionScopeOfActor(actor)
  const isLocal = scope.over !== 'all' && scope.over !== 'country'
  const chosenClubId = clubId ?? (isLocal ? actor.clubId : null)
  if (chosenClubId === null) {
    const chosenCountry = country ?? (scope.over === 'country' ? (scope.country as Country) : undefined)
    if (!chosenCountry) throw badInput({ country: fieldTexts.invalid })
    return { country: chosenCountry, clubId: null }
  }
  const [club] = await db
    .select({ country: clubs.country })
    .from(clubs)
    .where(and(eq(clubs.id, chosenClubId), eq(clubs.isActive, true)))
  if (!club || (country && country !== club.country)) throw badInput({ clubId: fieldTexts.clubNotOpen })
  return { country: club.country, clubId: chosenClubId }
}

export async function createInvitation(context: SignedInContext, body: InvitationBody) {
  const key = hashRateLimitKey('invite', String(context.actor.id))
  await enforceRateLimits(context, { key, most: 100, minutes: 24 * 60 })
  const id = await context.transaction(async tx => {
    const { db, actor } = tx
    const place = await resolvePlaceOfInvitation(tx, body)
    if (!can(actor, 'users.invite', { place })) throw forbidden()
    await requireCountryOpenForRegistration(db, place.country, 'country')
    const { email = null, days } = body
    const [created] = await db
      .insert(invitations)
      .values({
        ...place,
        createdBy: actor.id,
        email,
        most: email ? 1 : body.most,
        expiresAt: sql`now() + make_interval(days => ${days})`,
      })
      .returning({ id: invitations.id })
    if (!created) throw new Error('createInvitation: inserting the invitation returned no row')
    if (email) {
      const params = { token: created.id, inviter: actor.fullName, days }
      await queueMail(db, { to: [{ id: null, email }], kind: 'invitation.sent', params })
    }
    await recordAuditEvent(tx, {
      kind: 'invitation.made',
      country: place.country,
      details: { invitationId: created.id, clubId: place.clubId, most: email ? 1 : body.most, days },
      touches: { topics: ['invitations'], to: { reach: place, users: [actor.id] } },
    })
    return created.id
  })
  const [row] = await selectInvitations(context, eq(invitations.id, id))
  if (!row) throw notFound()
  return row
}

export async function revokeInvitation(context: SignedInContext, id: string): Promise<void> {
  await context.transaction(async tx => {
    const [row] = await tx.db
      .update(invitations)
      .set({ revokedAt: sql`now()` })
      .where(
        and(
          eq(invitations.id, id),
          buildInvitationVisibleToCondition(tx.actor),
          isNull(invitations.revokedAt),
        ),
      )
      .returning({ country: invitations.country, clubId: invitations.clubId, by: invitations.createdBy })
    if (!row) throw notFound()
    await recordAuditEvent(tx, {
      kind: 'invitation.revoked',
      country: row.country,
      details: { invitationId: id },
      touches: { topics: ['invitations'], to: { reach: row, users: [row.by] } },
    })
  })
}

/** Lists users who registered with the invitation, with name and status only. */
export async function listInvitedUsers({ db, actor }: SignedInContext, id: string) {
  const [invitation] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.id, id), buildInvitationVisibleToCondition(actor)))
  if (!invitation) throw notFound()
  return db
    .select({ id: users.id, fullName: users.fullName, status: users.status, createdAt: users.createdAt })
    .from(users)
    .where(and(eq(users.invitationId, id), isNull(users.erasedAt)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(500)
}
