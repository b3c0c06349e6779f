// Single-use tokens in mailed links: email confirmation, password reset, invitation to join and others.
// The database stores the token id. The mailed link contains the id with a signature by the server's secret key.
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { accountTokens } from '#server/db/schema/accounts.ts'
import { AppError } from '#server/errors.ts'
import { verifyLinkToken } from '#server/secret.ts'
import { getIpNetwork, hashRateLimitKey, limitFailedAttempts } from './rate-limit.service.ts'

type Kind = (typeof accountTokens.$inferInsert)['kind']

const lifetimes: Record<Kind, string> = {
  confirm_email: '7 days',
  change_email: '24 hours',
  reset_password: '1 hour',
  not_me: '3 days',
  join: '30 days',
  join_shown: '7 days',
}

/**
 * SQL condition: the account token has not expired and its expiry is not later than its lifetime allows. A later expiry
 * was computed while the database's clock was ahead, so the token is refused.
 */
const isUnexpired = and(
  gt(accountTokens.expiresAt, sql`now()`),
  sql`${accountTokens.expiresAt} <= now() + interval '1 minute' + (${JSON.stringify(lifetimes)}::json->>${accountTokens.kind})::interval`,
)

/** Expired, used, forged and unknown links all give the error bad_link, so that the response does not reveal which. */
export const createInvalidLinkError = () => new AppError(400, 'bad_link')

export async function createAccountToken(
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
  if (!row) throw new Error('createAccountToken: inserting the token returned no row')
  return row.id
}

/**
 * Restarts the lifetime of an account token when its mail is sent, because the mail may have waited for a mail server.
 */
export async function restartAccountTokenLifetime(db: Db, id: string): Promise<void> {
  const [row] = await db.select().from(accountTokens).where(eq(accountTokens.id, id))
  if (!row || row.usedAt) return
  await db
    .update(accountTokens)
    .set({ expiresAt: sql`now() + ${lifetimes[row.kind]}::interval` })
    .where(eq(accountTokens.id, id))
}

/**
 * Failed look-ups of mailed links allowed per IP address. The limit suffices for a campus that shares one IP address.
 */
const failuresAllowed = { most: 100, minutes: 10 }

/** Looks up a mailed link and counts a failed attempt when the link is invalid. */
export function limitAttemptsWithInvalidMailedLinks<T>(
  context: Context,
  ipAddress: string,
  work: () => Promise<T>,
): Promise<T> {
  const limit = { key: hashRateLimitKey('link', getIpNetwork(ipAddress)), ...failuresAllowed }
  return limitFailedAttempts(
    context,
    limit,
    error => error instanceof AppError && error.code === 'bad_link',
    work,
  )
}

/** Returns the stored row of a mailed single-use token without marking it as used, for checks before expensive work. */
export async function requireUnusedAccountToken({ db, secret }: Context, kinds: Kind[], token: string) {
  const id = verifyLinkToken(secret, token)
  const [row] = id
    ? await db
        .select()
        .from(accountTokens)
        .where(and(eq(accountTokens.id, id), inArray(accountTokens.kind, kinds), isUnexpired))
    : []
  if (!row) throw createInvalidLinkError()
  return row
}

/** Marks the account token as used. Of two concurrent requests, one succeeds and the other fails with bad_link. */
export async function consumeAccountToken(db: Db, id: string): Promise<void> {
  const { rowCount } = await db
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.usedAt), isUnexpired))
  if (rowCount === 0) throw createInvalidLinkError()
}

/** Invalidates the unused tokens in mails to the user: those of one kind, or all if no kind is given. */
export async function invalidateAccountTokens(db: Db, userId: number, kind?: Kind): Promise<void> {
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
