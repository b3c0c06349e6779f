// A sign-in from a device that this person is not known at: they are told, and can say that it was not them.
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { notify, recordEvent, userTarget } from '#server/events/events.service.ts'
import { badLink, consumeToken, createToken, requireToken } from '#server/identity/account-tokens.service.ts'
import { describeDevice } from '#server/identity/device.ts'
import { distrustAll } from '#server/identity/trusted-devices.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { signToken } from '#server/secret.ts'
import type { EntryMethod } from '#server/sessions/sessions.service.ts'

interface Entry {
  sessionId: number
  method: EntryMethod
  userAgent?: string
}

/** Before this sign-in is written down: at the first of all there is no device that would not be new. */
export async function isFirstEntry(db: Db, userId: number): Promise<boolean> {
  const before = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.actorId, userId), eq(auditEvents.kind, 'auth.login')))
    .limit(1)
  return before.length === 0
}

/** `knownAt`: when this browser last let this person in, by its own cookie. */
export async function tellOfNewDevice(
  tx: Context,
  userId: number,
  knownAt: Date | undefined,
  { sessionId, method, userAgent }: Entry,
): Promise<void> {
  const { db } = tx
  const [user] = await db
    .select({ id: users.id, email: users.email, knownSince: users.knownSince })
    .from(users)
    .where(eq(users.id, userId))
  if (!user || (knownAt && (!user.knownSince || knownAt > user.knownSince))) return
  const { browser, system } = describeDevice(userAgent ?? null)
  const token = await createToken(db, user, 'not_me', sessionId)
  await queueMail(db, {
    to: [user],
    kind: 'auth.new_device',
    params: { token, method, browser: browser ?? '', system: system ?? '', at: new Date().toISOString() },
  })
  await notify(tx, { users: [userId], kind: 'auth.new_device', params: { userId } })
}

/**
 * It was somebody else. That session ends and every later one, for whoever was let in once was known from then on and
 * could come in again without a word. No device is trusted or known any more, and the way to a new password is open:
 * whoever followed the link reads the mail of this address, which is what it takes for one. Null: the account has another
 * address by now, whose mail they need not be reading.
 */
export async function denyEntry(context: Context, token: string): Promise<string | null> {
  const found = await requireToken(context, ['not_me'], token)
  return context.transaction(async tx => {
    const { db, secret } = tx
    await consumeToken(db, found.id)
    const [user] = await db
      .update(users)
      .set({ knownSince: sql`now()` })
      .where(and(eq(users.id, found.userId), isNull(users.erasedAt)))
      .returning({ id: users.id, email: users.email, currentCountry: users.currentCountry })
    if (!user) throw badLink()
    const isSince = gte(sessions.createdAt, found.createdAt)
    const isThat = found.sessionId === null ? undefined : eq(sessions.id, found.sessionId)
    const ended = await db.delete(sessions).where(and(eq(sessions.userId, user.id), or(isThat, isSince)))
    await distrustAll(db, user.id)
    await recordEvent(tx, {
      kind: 'auth.entry_denied',
      actorId: user.id,
      target: userTarget(user),
      details: { hasEnded: (ended.rowCount ?? 0) > 0 },
      touches: { topics: ['sessions'], to: { users: [user.id] } },
    })
    if (user.email !== found.email) return null
    return signToken(secret, await createToken(db, user, 'reset_password'))
  })
}
