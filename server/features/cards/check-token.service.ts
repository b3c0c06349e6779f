import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { readClock } from '#server/db/clock.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { verify } from '#server/features/keys/verify.ts'
import { addressBlock, limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { judgeToken, readToken, type Said, type Verdict } from '#shared/card-token.ts'
import { listPublicKeys } from './signing-keys.service.ts'

/** A door with a queue in front of it is within this; a machine that tries codes is not. */
const checksAllowed = { most: 300, minutes: 10 }

async function readPeople({ db }: Pick<Context, 'db'>, ids: number[]) {
  const { id, status, fullName, membershipNumber, currentCountry } = users
  const rows = await db
    .select({ id, status, fullName, membershipNumber, currentCountry, club: clubs.name })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(inArray(id, ids))
  return new Map(rows.map(row => [row.id, row]))
}
type Person = Awaited<ReturnType<typeof readPeople>> extends Map<number, infer Row> ? Row : never

/** Whether what it says is still so. */
function compare({ words }: Said<'card'>, now: Person | undefined): Verdict {
  if (now?.status !== 'active' || now.membershipNumber !== words.membershipNumber) return 'withdrawn'
  const isSame =
    now.fullName === words.fullName &&
    (now.club ?? '') === words.club &&
    (now.currentCountry ?? '') === words.country
  return isSame ? 'valid' : 'outdated'
}

/** Whether they are still known to have been there; that they are a member today is not what it says. */
async function compareCertificate(
  { db }: Pick<Context, 'db'>,
  { person, about, words }: Said<'certificate'>,
): Promise<Verdict> {
  const [row] = await db
    .select({ fullName: users.fullName, title: activities.title })
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
  return row.fullName === words.fullName && row.title === words.title ? 'valid' : 'outdated'
}

export interface Scan {
  token: string
  /** When it was scanned. */
  at: number
}
export interface Judged {
  verdict: Verdict
  /** What it says, where it is ours. */
  said?: Said
}

/** What was scanned, in this order; one look at the keys and at the people for all of them. */
export async function judgeScans(context: Pick<Context, 'db'>, scans: Scan[]): Promise<Judged[]> {
  const keys = await listPublicKeys(context)
  const judged = await Promise.all(
    scans.map(async ({ token, at }): Promise<Judged> => {
      const read = readToken(token)
      // All keys there are, are known here: what names another is not ours.
      const verdict = read ? await judgeToken(verify, keys, read, at) : 'foreign'
      return verdict === 'unsure' || verdict === 'foreign'
        ? { verdict: 'foreign' }
        : { verdict, said: read?.said }
    }),
  )
  const people = await readPeople(
    context,
    judged.flatMap(({ said }) => said?.person ?? []),
  )
  return judged.map(({ verdict, said }) =>
    verdict === 'valid' && said?.kind === 'card'
      ? { said, verdict: compare(said, people.get(said.person)) }
      : { said, verdict },
  )
}

export async function checkToken(context: Context, address: string, token: string) {
  await limitAttempts(context, { key: limitKey('verify', addressBlock(address)), ...checksAllowed })
  const checkedAt = await readClock(context.db)
  const [judged] = await judgeScans(context, [{ token, at: checkedAt.getTime() }])
  const { verdict = 'foreign', said } = judged ?? {}
  return {
    verdict:
      verdict === 'valid' && said?.kind === 'certificate' ? await compareCertificate(context, said) : verdict,
    checkedAt,
  }
}
