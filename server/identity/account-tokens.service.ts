import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { accountTokens } from '#server/db/schema/accounts.ts'
import { AppError } from '#server/errors.ts'
import { readToken } from '#server/secret.ts'
import { addressBlock, limitFailures, limitKey } from './rate-limit.service.ts'

type Kind = (typeof accountTokens.$inferInsert)['kind']

const lifetimes: Record<Kind, string> = {
  confirm_email: '7 days',
  change_email: '24 hours',
  reset_password: '1 hour',
  not_me: '3 days',
  join: '30 days',
  join_shown: '7 days',
}

/** Its time has not run out, nor is it longer than it ever was: one that was sent by a clock ahead of time is none. */
const isOpen = and(
  gt(accountTokens.expiresAt, sql`now()`),
  sql`${accountTokens.expiresAt} <= now() + interval '1 minute' + (${JSON.stringify(lifetimes)}::json->>${accountTokens.kind})::interval`,
)

/** Expired, used, forged or never made: one answer for all. */
export const badLink = () => new AppError(400, 'bad_link')

export async function createToken(
  db: Db,
  user: { id: number; email: string },
  kind: Kind,
  sessionId?: number,
): Promise<string> {
  const [row] = await db
    .insert(accountTokens)
    .values({
      userId: user.id,
      email: user.email,
      kind,
      sessionId,
      expiresAt: sql`now() + ${lifetimes[kind]}::interval`,
    })
    .returning({ id: accountTokens.id })
  if (!row) throw new Error('the token was not made')
  return row.id
}

/** The time begins when the mail goes out, however long it had to wait. */
export async function renewToken(db: Db, id: string): Promise<void> {
  const [row] = await db.select().from(accountTokens).where(eq(accountTokens.id, id))
  if (!row || row.usedAt) return
  await db
    .update(accountTokens)
    .set({ expiresAt: sql`now() + ${lifetimes[row.kind]}::interval` })
    .where(eq(accountTokens.id, id))
}

/** Failed look-ups by a link of any kind from one IP address; a campus behind one address mistypes less often. */
const failuresAllowed = { most: 100, minutes: 10 }

/** Runs a look-up by the secret of a link, and counts it when the link is not good. */
export function limitBadLinks<T>(context: Context, address: string, work: () => Promise<T>): Promise<T> {
  const limit = { key: limitKey('link', addressBlock(address)), ...failuresAllowed }
  return limitFailures(context, limit, error => error instanceof AppError && error.code === 'bad_link', work)
}

/** Without using it up: worth knowing before the expensive part. */
export async function requireToken({ db, secret }: Context, kinds: Kind[], token: string) {
  const id = readToken(secret, token)
  const [row] = id
    ? await db
        .select()
        .from(accountTokens)
        .where(and(eq(accountTokens.id, id), inArray(accountTokens.kind, kinds), isOpen))
    : []
  if (!row) throw badLink()
  return row
}

/** Once: of two that come together one finds it unused. */
export async function consumeToken(db: Db, id: string): Promise<void> {
  const { rowCount } = await db
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.usedAt), isOpen))
  if (rowCount === 0) throw badLink()
}

/** Links of this kind that were sent before lead nowhere any more; without a kind, all of them. */
export async function dropTokens(db: Db, userId: number, kind?: Kind): Promise<void> {
  await db
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(accountTokens.userId, userId),
        kind && eq(accountTokens.kind, kind),
        isNull(accountTokens.usedAt),
      ),
    )
}
