import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { isCardBlockedByFees } from '#server/features/fees/overview/charges.queries.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import { enforceRateLimits, getIpNetwork, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import {
  decodeCardToken,
  type TokenPayload,
  type TokenVerdict,
  verifyCardTokenOffline,
} from '#shared/cards/card-token.ts'
import { listCardPublicKeys } from './signing-keys.service.ts'

/** Membership card verifications allowed per IP address: enough for a queue at an entrance, too few for guessing. */
const verificationsAllowed = { most: 300, minutes: 10 }

async function readUsersOfTokens({ db }: Pick<Context, 'db'>, ids: number[]) {
  const { id, status, fullName, membershipNumber, currentCountry } = users
  const rows = await db
    .select({
      id,
      status,
      fullName,
      membershipNumber,
      currentCountry,
      club: clubs.name,
      isBlocked: isCardBlockedByFees,
    })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(inArray(id, ids))
  return new Map(rows.map(row => [row.id, row]))
}
type Person = Awaited<ReturnType<typeof readUsersOfTokens>> extends Map<number, infer Row> ? Row : never

/** Compares the content of a membership card with the current data of the member. */
function compareCardWithUser({ words }: TokenPayload<'card'>, current: Person | undefined): TokenVerdict {
  if (current?.status !== 'active' || current.membershipNumber !== words.membershipNumber) return 'withdrawn'
  if (current.isBlocked) return 'withdrawn'
  const isSame =
    current.fullName === words.fullName &&
    (current.club ?? '') === words.club &&
    (current.currentCountry ?? '') === words.country
  return isSame ? 'valid' : 'outdated'
}

/**
 * Checks that the attendance stated by a certificate is still recorded.
 * A certificate stays valid when its owner is no longer a member.
 */
async function compareCertificateWithAttendance(
  { db }: Pick<Context, 'db'>,
  { person, about, words }: TokenPayload<'certificate'>,
): Promise<TokenVerdict> {
  const [row] = await db
    .select({
      fullName: users.fullName,
      title: activities.title,
      secondTitle: activities.secondTitle,
    })
    .from(activityParticipants)
    .innerJoin(users, and(eq(users.id, activityParticipants.userId), isNull(users.erasedAt)))
    .innerJoin(activities, eq(activities.id, activityParticipants.activityId))
    .where(
      and(
        eq(activityParticipants.userId, person),
        eq(activityParticipants.activityId, about),
        eq(activityParticipants.status, 'attended'),
        inArray(activities.status, ['ongoing', 'completed']),
      ),
    )
  if (!row) return 'withdrawn'
  // A certificate shows the activity title in the language that its owner used when it was issued.
  const hasTitle = words.title === row.title || words.title === row.secondTitle
  return row.fullName === words.fullName && hasTitle ? 'valid' : 'outdated'
}

export interface TokenScan {
  token: string
  /** Time at which the membership card was scanned (ms); the card must not have expired at this time. */
  at: number
}
export interface ScanResult {
  verdict: TokenVerdict
  /** Content of the token of a membership card or attendance certificate, if this server issued it. */
  said?: TokenPayload
}

/**
 * Verifies scanned card and certificate tokens and returns results in the same order.
 * Signing keys and members are read once for all scans.
 */
export async function verifyScannedCardsAndCertificates(
  context: Pick<Context, 'db'>,
  scans: TokenScan[],
): Promise<ScanResult[]> {
  const keys = await listCardPublicKeys(context)
  const results = await Promise.all(
    scans.map(async ({ token, at }): Promise<ScanResult> => {
      const decoded = decodeCardToken(token)
      // The server stores all signing keys, so a token with an unknown key was not issued by this server.
      const verdict = decoded ? await verifyCardTokenOffline(verifySignature, keys, decoded, at) : 'foreign'
      return verdict === 'unsure' || verdict === 'foreign'
        ? { verdict: 'foreign' }
        : { verdict, said: decoded?.payload }
    }),
  )
  const people = await readUsersOfTokens(
    context,
    results.flatMap(({ said }) => said?.person ?? []),
  )
  return results.map(({ verdict, said }) =>
    verdict === 'valid' && said?.kind === 'card'
      ? { said, verdict: compareCardWithUser(said, people.get(said.person)) }
      : { said, verdict },
  )
}

export async function verifyCardToken(context: Context, ipAddress: string, token: string) {
  await enforceRateLimits(context, {
    key: hashRateLimitKey('verify', getIpNetwork(ipAddress)),
    ...verificationsAllowed,
  })
  const checkedAt = await readDatabaseClock(context.db)
  const [results] = await verifyScannedCardsAndCertificates(context, [{ token, at: checkedAt.getTime() }])
  const { verdict = 'foreign', said } = results ?? {}
  return {
    verdict:
      verdict === 'valid' && said?.kind === 'certificate'
        ? await compareCertificateWithAttendance(context, said)
        : verdict,
    checkedAt,
  }
}
