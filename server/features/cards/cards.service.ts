import { and, asc, eq, gt, isNotNull, not, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { isCardBlockedByFees } from '#server/features/fees/overview/charges.queries.ts'
import { cardValidityDays } from '#shared/cards/card-token.ts'
import { maxCardsPerRequest } from '#shared/contracts/cards/cards.schemas.ts'
import { can } from '#shared/policies.ts'
import { findOrCreateCardSigningKey, signCardToken } from './signing-keys.service.ts'

const day = 86_400_000

/** SQL condition: the user has a membership card, as every active user with a membership number does. */
const hasCard = and(eq(users.status, 'active'), isNotNull(users.membershipNumber))
/** SQL condition: the membership card is valid. Overdue fees invalidate the card if headquarters have chosen so. */
const hasValidCard = and(hasCard, not(isCardBlockedByFees))

function selectCards({ db }: Pick<Context, 'db'>) {
  const { id, fullName, currentCountry, approvedAt } = users
  return db
    .select({
      id,
      fullName,
      membershipNumber: sql<string>`${users.membershipNumber}`,
      clubName: clubs.name,
      currentCountry,
      profileImageUrl: buildImageUrlSql(users.profileImageId),
      approvedAt,
    })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectCards>>[number]

function signMembershipCard(
  { settings }: Context,
  key: Parameters<typeof signCardToken>[0],
  now: Date,
  row: Row,
) {
  // Tokens in the QR codes of membership cards store timestamps in seconds.
  const issuedAt = Math.floor(now.getTime() / 1000) * 1000
  const expiresAt = issuedAt + cardValidityDays * day
  const token = signCardToken(key, {
    kind: 'card',
    keyId: key.id,
    issuedAt,
    expiresAt,
    person: row.id,
    about: 0,
    words: {
      fullName: row.fullName,
      membershipNumber: row.membershipNumber,
      club: row.clubName ?? '',
      country: row.currentCountry ?? '',
      status: 'active',
    },
  })
  return {
    ...row,
    // The token of the membership card is in the URL fragment, which browsers do not send to servers.
    address: `${settings.PUBLIC_URL}/verify#${token}`,
    issuedAt: new Date(issuedAt),
    expiresAt: new Date(expiresAt),
  }
}

export async function readMembershipCard(context: SignedInContext) {
  const isOwn = eq(users.id, context.actor.id)
  const [row] = await selectCards(context).where(and(isOwn, hasValidCard))
  if (!row)
    throw (await context.db.$count(users, and(isOwn, hasCard))) ? conflict('card_fees_overdue') : notFound()
  return signMembershipCard(
    context,
    await findOrCreateCardSigningKey(context),
    await readDatabaseClock(context.db),
    row,
  )
}

/** Returns one page of signed membership cards of a club within the user's scope, in order of user id. */
export async function listMembershipCardsForPrinting(context: SignedInContext, clubId: number, after = 0) {
  const key = await findOrCreateCardSigningKey(context)
  return context.transaction(async tx => {
    const [club] = await tx.db.select().from(clubs).where(eq(clubs.id, clubId))
    if (!club || !can(tx.actor, 'cards.print', { club })) throw notFound()
    const isInClub = and(eq(users.clubId, clubId), hasValidCard, filterUsersByScope(tx.actor))
    const rows = await selectCards(tx)
      .where(and(isInClub, gt(users.id, after)))
      .orderBy(asc(users.id))
      .limit(maxCardsPerRequest)
    await recordAuditEvent(tx, {
      kind: 'cards.printed',
      target: { type: 'club', id: clubId, country: club.country },
      details: { count: rows.length },
    })
    const now = await readDatabaseClock(tx.db)
    return {
      clubName: club.name,
      total: await tx.db.$count(users, isInClub),
      cards: rows.map(row => signMembershipCard(tx, key, now, row)),
    }
  })
}
