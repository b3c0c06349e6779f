import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { pushDevices, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { AppError, conflict, notFound, unauthenticated } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { describeDevice } from '#server/identity/device.ts'
import { isPushAddress } from '#server/push/address.ts'
import { mostPushDevices, type PushSubscriptionBody, type QuietHoursBody } from '#shared/contracts/push.ts'

const touchesOwn = (userId: number) => ({ topics: ['push' as const], to: { users: [userId] } })

/** This device first, then the newest. */
export async function readPush({ db, sessionId, actor }: SignedIn, key: string) {
  const [user] = await db.select({ quietHours: users.quietHours }).from(users).where(eq(users.id, actor.id))
  if (!user) throw unauthenticated()
  const { id, createdAt, usedAt } = pushDevices
  const isCurrent = sql<boolean>`${pushDevices.sessionId} = ${sessionId}`
  const rows = await db
    .select({ id, createdAt, usedAt, isCurrent, userAgent: sessions.userAgent })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(eq(pushDevices.userId, actor.id))
    .orderBy(desc(isCurrent), desc(createdAt), desc(id))
  const devices = rows.map(({ userAgent, ...row }) => ({ ...row, ...describeDevice(userAgent) }))
  return { key, signIn: sessionId, devices, quietHours: user.quietHours }
}

/**
 * For the browser that calls, in place of what it had before. An address that somebody else has come with is theirs only
 * if they also have the browser's own secret: then it is the same browser, and another person has signed in there.
 */
export async function turnPushOn(
  context: SignedIn,
  ownKey: string,
  { key, ...subscription }: PushSubscriptionBody,
): Promise<void> {
  if (key !== ownKey) throw conflict('push_key_changed')
  if (!isPushAddress(subscription.endpoint, context.settings)) throw new AppError(400, 'push_address')
  await context.changeSelf(async tx => {
    const { db, actor, sessionId } = tx
    const { endpoint, p256dh, auth } = subscription
    const isSame = and(
      eq(pushDevices.endpoint, endpoint),
      eq(pushDevices.p256dh, p256dh),
      eq(pushDevices.auth, auth),
    )
    const isMine = and(eq(pushDevices.userId, actor.id), eq(pushDevices.sessionId, sessionId))
    const [known] = await db.select({ id: pushDevices.id }).from(pushDevices).where(and(isSame, isMine))
    if (known) return
    await db.delete(pushDevices).where(or(isSame, eq(pushDevices.sessionId, sessionId)))
    const isOther = and(eq(pushDevices.userId, actor.id), ne(pushDevices.sessionId, sessionId))
    if ((await db.$count(pushDevices, isOther)) >= mostPushDevices) throw conflict('too_many_devices')
    const { rowCount } = await db
      .insert(pushDevices)
      .values({ userId: actor.id, sessionId, ...subscription })
      .onConflictDoNothing()
    if (!rowCount) throw conflict('push_address')
    await recordEvent(tx, {
      kind: 'push.turned_on',
      target: userTarget(actor),
      touches: touchesOwn(actor.id),
    })
  })
}

/** Only ever one's own; somebody else's is not there. */
export async function turnPushOff(context: SignedIn, id: number): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    const { rowCount } = await db
      .delete(pushDevices)
      .where(and(eq(pushDevices.id, id), eq(pushDevices.userId, actor.id)))
    if (!rowCount) throw notFound()
    await recordEvent(tx, {
      kind: 'push.turned_off',
      target: userTarget(actor),
      touches: touchesOwn(actor.id),
    })
  })
}

export async function setQuietHours(context: SignedIn, { quietHours }: QuietHoursBody): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    await db.update(users).set({ quietHours }).where(eq(users.id, actor.id))
    await recordEvent(tx, {
      kind: 'account.preference_changed',
      target: userTarget(actor),
      details: { preference: 'push:quiet', isOn: quietHours !== null },
      touches: touchesOwn(actor.id),
    })
  })
}
