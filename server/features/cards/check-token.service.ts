import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { verify } from '#server/features/keys/verify.ts'
import { addressBlock, limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { judgeToken, type Read, readToken, type Said, type Verdict } from '#shared/card-token.ts'
import { listPublicKeys } from './signing-keys.service.ts'

/** A door with a queue in front of it is within this; a machine that tries codes is not. */
const checksAllowed = { most: 300, minutes: 10 }

/** Whether what it says is still so. */
async function compare({ db }: Pick<Context, 'db'>, { person, words }: Said<'card'>): Promise<Verdict> {
  const { status, fullName, membershipNumber, currentCountry } = users
  const [now] = await db
    .select({ status, fullName, membershipNumber, currentCountry, club: clubs.name })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(eq(users.id, person))
  if (now?.status !== 'active' || now.membershipNumber !== words.membershipNumber) return 'withdrawn'
  const isSame =
    now.fullName === words.fullName &&
    (now.club ?? '') === words.club &&
    (now.currentCountry ?? '') === words.country
  return isSame ? 'valid' : 'outdated'
}

async function judge(context: Context, read: Read | undefined): Promise<Verdict> {
  if (!read) return 'foreign'
  const verdict = await judgeToken(verify, await listPublicKeys(context), read, Date.now())
  // All keys there are, are known here.
  if (verdict === 'unsure') return 'foreign'
  if (verdict !== 'valid') return verdict
  return read.said.kind === 'card' ? compare(context, read.said) : 'foreign'
}

export async function checkToken(context: Context, address: string, token: string) {
  await limitAttempts(context, { key: limitKey('verify', addressBlock(address)), ...checksAllowed })
  return { verdict: await judge(context, readToken(token)), checkedAt: new Date() }
}
