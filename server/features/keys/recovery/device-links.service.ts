// Device linking: a new device of a user asks an old one for the identity seed. The server only relays the messages.
// The new device sends an ephemeral public key; the old device replies with the encrypted identity seed.
// A QR code secret, or a code that the user compares, keeps the server from forging device link messages.
import { and, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { keyLinks } from '#server/db/schema/e2ee.ts'
import { conflict, notFound } from '#server/errors.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { findNewestPublishedAndWithdrawnPublicKeys } from '#server/features/keys/cards/key-generations.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import type { LinkBody, LinkReply, LinkReveal } from '#shared/contracts/keys/key-links.schemas.ts'

/** Maximum number of device links that one user may open per hour; limits the size of the table `key_links`. */
const maxLinksPerHour = 20
const minutesPerHour = 60

const isUnexpired = gt(keyLinks.expiresAt, sql`now()`)
const buildOwnUnexpiredLinkCondition = ({ actor }: SignedInContext, id: string) =>
  and(eq(keyLinks.id, id), eq(keyLinks.userId, actor.id), isUnexpired)

const { box, mac, name, commit, reply, reveal, answer, expiresAt } = keyLinks
const linkColumns = { box, mac, name, commit, reply, reveal, answer, expiresAt }

/** Maximum number of listed requests in which new devices of a user ask the user's other devices for the keys. */
const maxListedRequests = 3

/**
 * Lists the unanswered requests of the caller's new devices for the encryption keys, newest first. Another
 * device of the caller approves a request after the codes were compared.
 */
export async function listDeviceLinkRequests({ db, actor }: SignedInContext) {
  const { id, zone, createdAt } = keyLinks
  const rows = await db
    .select({ id, box, commit, name, zone, createdAt, expiresAt })
    .from(keyLinks)
    .where(and(eq(keyLinks.userId, actor.id), isUnexpired, isNotNull(commit), isNull(reply), isNull(answer)))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxListedRequests)
  return rows.flatMap(row => (row.commit === null ? [] : [{ ...row, commit: row.commit }]))
}

const publishDeviceLinkChange = (tx: SignedInContext) =>
  invalidateClientCache(tx, { topics: ['keys'], to: { users: [tx.actor.id] } })

/** Creates a device link (transfer of keys), valid for two minutes. Fails with `keys_moved` without published keys. */
export async function createDeviceLinkForKeyTransfer(
  context: SignedInContext,
  deviceName: string,
  link: LinkBody,
) {
  const { actor } = context
  if (!(await findNewestPublishedAndWithdrawnPublicKeys(context.db, actor.id)).published)
    throw conflict('keys_moved')
  await enforceRateLimits(context, {
    key: hashRateLimitKey('key links', String(actor.id)),
    most: maxLinksPerHour,
    minutes: minutesPerHour,
  })
  return context.transaction(async tx => {
    const [created] = await tx.db
      .insert(keyLinks)
      .values({ ...link, userId: actor.id, name: deviceName, expiresAt: sql`now() + interval '2 minutes'` })
      .onConflictDoNothing()
      .returning(linkColumns)
    if (!created) throw conflict()
    // The user's other devices are notified, so that they show the new device's request for the keys at once.
    await publishDeviceLinkChange(tx)
    return created
  })
}

/** Returns a device link (transfer of keys) of the caller. Throws 404 for an expired link or one of another user. */
export async function readDeviceLink(context: SignedInContext, id: string) {
  const [link] = await context.db
    .select(linkColumns)
    .from(keyLinks)
    .where(buildOwnUnexpiredLinkCondition(context, id))
  if (!link) throw notFound()
  return link
}

/**
 * Stores the old device's contribution to the short code. The first one stands, so that two devices cannot both reply.
 * A repeated request with the same values succeeds, because the first response may have been lost.
 */
export async function storeOldDeviceReplyForKeyTransfer(
  context: SignedInContext,
  id: string,
  body: LinkReply,
): Promise<void> {
  await context.transaction(async tx => {
    const isFree = or(isNull(reply), eq(reply, body))
    const { rowCount } = await tx.db
      .update(keyLinks)
      // The reply prolongs the device link, because the user has yet to re-authenticate and compare codes.
      .set({ reply: body, expiresAt: sql`now() + interval '2 minutes'` })
      .where(and(buildOwnUnexpiredLinkCondition(tx, id), isNotNull(commit), isFree))
    if (rowCount === 0) throw notFound()
    await publishDeviceLinkChange(tx)
  })
}

/**
 * Stores the nonce (random number) that the new device of a device link reveals after the reply of the old
 * device.
 */
export async function storeNewDeviceNonceForKeyTransfer(
  context: SignedInContext,
  id: string,
  body: LinkReveal,
): Promise<void> {
  await context.transaction(async tx => {
    const isFree = or(isNull(reveal), eq(reveal, body))
    const { rowCount } = await tx.db
      .update(keyLinks)
      .set({ reveal: body })
      .where(and(buildOwnUnexpiredLinkCondition(tx, id), isNotNull(reply), isFree))
    if (rowCount === 0) throw notFound()
  })
}

/** Stores the encrypted identity seed from the old device for the new one. A repeated request gets 404. */
export async function storeEncryptedKeysForNewDevice(
  context: SignedInContext,
  id: string,
  encryptedAnswer: string,
): Promise<void> {
  await context.transaction(async tx => {
    const { rowCount } = await tx.db
      .update(keyLinks)
      .set({ answer: encryptedAnswer })
      .where(and(buildOwnUnexpiredLinkCondition(tx, id), isNull(answer)))
    if (rowCount === 0) throw notFound()
  })
}

export async function closeDeviceLinkForKeyTransfer(context: SignedInContext, id: string): Promise<void> {
  await context.transaction(async tx => {
    await tx.db.delete(keyLinks).where(buildOwnUnexpiredLinkCondition(tx, id))
    await publishDeviceLinkChange(tx)
  })
}
