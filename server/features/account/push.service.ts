import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { pushDevices, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { AppError, conflict, notFound, unauthenticated } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { detectBrowserAndOperatingSystem } from '#server/identity/detect-browser-and-operating-system.ts'
import { isValidPushEndpointUrl } from '#server/push/push-endpoint.ts'
import {
  maxPushDevices,
  type PushSubscriptionBody,
  type QuietHoursBody,
} from '#shared/contracts/account/push.schemas.ts'

const buildPushSettingsInvalidation = (userId: number) => ({
  topics: ['push' as const],
  to: { users: [userId] },
})

/** Returns the push devices of the user: the current one first, then the newest. */
export async function readPushSettings({ db, sessionId, actor }: SignedInContext, key: string) {
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
  const devices = rows.map(({ userAgent, ...row }) => ({
    ...row,
    ...detectBrowserAndOperatingSystem(userAgent),
  }))
  return { key, signIn: sessionId, devices, quietHours: user.quietHours }
}

/**
 * Registers the push subscription of the calling browser and replaces its previous one.
 * An endpoint of another user is taken over only with the same keys, which only that browser knows.
 * Matching keys mean that another user has signed in with the same browser.
 */
export async function registerPushDevice(
  context: SignedInContext,
  vapidKey: string,
  { key, ...subscription }: PushSubscriptionBody,
): Promise<void> {
  if (key !== vapidKey) throw conflict('push_key_changed')
  if (!isValidPushEndpointUrl(subscription.endpoint, context.settings))
    throw new AppError(400, 'push_address')
  await context.changeOwnAccount(async tx => {
    const { db, actor, sessionId } = tx
    const { endpoint, p256dh, auth } = subscription
    const isSameSubscription = and(
      eq(pushDevices.endpoint, endpoint),
      eq(pushDevices.p256dh, p256dh),
      eq(pushDevices.auth, auth),
    )
    const isOwnSession = and(eq(pushDevices.userId, actor.id), eq(pushDevices.sessionId, sessionId))
    const [existing] = await db
      .select({ id: pushDevices.id })
      .from(pushDevices)
      .where(and(isSameSubscription, isOwnSession))
    if (existing) return
    await db.delete(pushDevices).where(or(isSameSubscription, eq(pushDevices.sessionId, sessionId)))
    const isOtherSession = and(eq(pushDevices.userId, actor.id), ne(pushDevices.sessionId, sessionId))
    if ((await db.$count(pushDevices, isOtherSession)) >= maxPushDevices) throw conflict('too_many_devices')
    const { rowCount } = await db
      .insert(pushDevices)
      .values({ userId: actor.id, sessionId, ...subscription })
      .onConflictDoNothing()
    if (!rowCount) throw conflict('push_address')
    await recordAuditEvent(tx, {
      kind: 'push.turned_on',
      target: buildUserAuditTarget(actor),
      touches: buildPushSettingsInvalidation(actor.id),
    })
  })
}

/** Removes a push device of the user; returns 404 for a device of another user. */
export async function removePushDevice(context: SignedInContext, id: number): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const { rowCount } = await db
      .delete(pushDevices)
      .where(and(eq(pushDevices.id, id), eq(pushDevices.userId, actor.id)))
    if (!rowCount) throw notFound()
    await recordAuditEvent(tx, {
      kind: 'push.turned_off',
      target: buildUserAuditTarget(actor),
      touches: buildPushSettingsInvalidation(actor.id),
    })
  })
}

export async function setQuietHours(context: SignedInContext, { quietHours }: QuietHoursBody): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await db.update(users).set({ quietHours }).where(eq(users.id, actor.id))
    await recordAuditEvent(tx, {
      kind: 'account.preference_changed',
      target: buildUserAuditTarget(actor),
      details: { preference: 'push:quiet', isOn: quietHours !== null },
      touches: buildPushSettingsInvalidation(actor.id),
    })
  })
}
