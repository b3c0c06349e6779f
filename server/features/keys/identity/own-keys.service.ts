import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { publishEvent } from '#server/db/bus/bus.ts'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import {
  keyDevices,
  keyVaults,
  keyWraps,
  userKeys,
  userNames,
  withdrawnKeys,
} from '#server/db/schema/e2ee.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  notifyUsers,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import { buildSearchablePeopleFilter } from '#server/features/chat/moderation/searchable-people.queries.ts'
import { findNewestPublicKeys } from '#server/features/keys/cards/cards.queries.ts'
import {
  canPublishPublicKeys,
  findNewestPublishedAndWithdrawnPublicKeys,
  lockAndRequireNewestPublicKeys,
} from '#server/features/keys/cards/key-generations.service.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import { listDeviceLinkRequests } from '#server/features/keys/recovery/device-links.service.ts'
import { listKeyRecoveryMethods } from '#server/features/keys/recovery/key-wraps.service.ts'
import {
  requirePasswordUnchangedSinceReauthentication,
  requireReauthentication,
} from '#server/identity/require-reauthentication.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { MyKeysBody } from '#shared/contracts/keys/keys.schemas.ts'
import { isPublicKeysSignatureValid } from '#shared/e2ee/signed-public-keys.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { canKeyReplacementLoseData, haveEncryptionKeysEverBeenUsed } from './key-dependents.queries.ts'

const maxDevices = 100

export async function readOwnKeys(context: SignedInContext) {
  const { db, actor } = context
  const userId = actor.id
  const { published, gen } = await findNewestPublishedAndWithdrawnPublicKeys(db, userId)
  if (!published) {
    const nothing = { wraps: [], devices: [], name: null, isUsed: false, priorUnused: true, linkRequests: [] }
    return { card: null, createdAt: null, gen, ...nothing }
  }
  const { card, createdAt, priorUnused } = published
  const devices = await db
    .select()
    .from(keyDevices)
    .where(and(eq(keyDevices.userId, userId), eq(keyDevices.gen, card.gen)))
    .orderBy(desc(keyDevices.createdAt))
    .limit(maxDevices)
  const [name = null] = await db
    .select({ body: userNames.body, sig: userNames.sig })
    .from(userNames)
    .where(eq(userNames.userId, userId))
  return {
    card,
    createdAt,
    gen,
    wraps: await listKeyRecoveryMethods(context),
    devices,
    name,
    isUsed: await haveEncryptionKeysEverBeenUsed(db, userId),
    priorUnused,
    linkRequests: await listDeviceLinkRequests(context),
  }
}

/**
 * Returns signed public keys and signed names of users whom the caller can find in the people search or shares a club
 * or custom group with.
 */
export async function findPublicKeysAndSignedNames({ db, actor }: SignedInContext, ids: number[]) {
  const sharesGroup = sql`exists (
    select from group_members mine join group_members theirs on theirs.group_id = mine.group_id
      join message_groups g on g.id = mine.group_id
     where mine.user_id = ${actor.id} and theirs.user_id = ${users.id} and g.type in ('club', 'custom'))`
  const isVisible =
    getPermissionScopeOfActor(actor).over === 'all'
      ? undefined
      : or(buildSearchablePeopleFilter(actor), sharesGroup)
  const cards = await findNewestPublicKeys(db, and(inArray(userKeys.userId, ids), isVisible))
  const { userId, body, sig } = userNames
  const cardOwnerIds = cards.map(card => card.userId)
  const names = await db.select({ userId, body, sig }).from(userNames).where(inArray(userId, cardOwnerIds))
  return cards.map(card => {
    const name = names.find(candidate => candidate.userId === card.userId)
    return { card, name: name ? { body: name.body, sig: name.sig } : null }
  })
}

/** Inserts or updates a device that has the user's keys. Returns true when the device had no current keys yet. */
async function upsertDevice(db: Db, device: { userId: number; dev: string; gen: number; name: string }) {
  const { gen, name } = device
  const isNew = sql`${keyDevices.gen} <> ${gen}`
  const [saved] = await db
    .insert(keyDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [keyDevices.userId, keyDevices.dev],
      set: {
        gen,
        name,
        createdAt: sql`case when ${isNew} then now() else ${keyDevices.createdAt} end`,
        usedAt: sql`now()`,
      },
    })
    .returning({ isNew: sql<boolean>`${keyDevices.createdAt} = ${keyDevices.usedAt}` })
  return saved?.isNew === true
}

async function recordKeyEvent(
  tx: SignedInContext,
  kind: 'keys.created' | 'keys.renewed' | 'keys.replaced' | 'keys.restored' | 'keys.withdrawn',
  gen: number,
) {
  const { actor } = tx
  await recordAuditEvent(tx, {
    kind,
    details: { gen },
    target: buildUserAuditTarget(actor),
    touches: { topics: ['keys'], to: { users: [actor.id] } },
  })
}

/** Notifies the members of the user's encrypted groups, whose clients have to fetch the new keys. */
async function notifyEncryptedGroups(db: Db, userId: number): Promise<void> {
  const rows = await db
    .select({ id: messageGroups.id })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(groupMembers.userId, userId), messageGroups.encrypted, messageGroups.isActive))
  if (rows.length === 0) return
  await publishEvent(db, { type: 'encryption', changed: 'roster', groupIds: rows.map(({ id }) => id) })
}

/**
 * Publishes the caller's signed public keys (key card). Of two concurrent requests one fails with `keys_moved`. First
 * keys, and keys that replace unused ones, need only a session, so that a second device is never locked out. Replacing
 * keys on which encrypted or signed data depends needs re-authentication, because others encrypt to these keys. The
 * clients of contacts decide themselves what a new key generation means, so a wrong decision here deceives nobody.
 */
export async function publishOwnKeys(
  context: SignedInContext,
  deviceName: string,
  { card, wrap, dev, currentPassword }: MyKeysBody,
): Promise<void> {
  const { gen } = card
  if (card.userId !== context.actor.id || !(await isPublicKeysSignatureValid(verifySignature, card)))
    throw badInput()
  if (wrap && (wrap.kind === 'passkey' || wrap.credentialId !== null || wrap.gen !== gen)) throw badInput()
  const previous = await findNewestPublishedAndWithdrawnPublicKeys(context.db, context.actor.id)
  if (!canPublishPublicKeys(card, previous)) throw conflict('keys_moved')
  const hadDependents = await canKeyReplacementLoseData(context.db, context.actor.id)
  const reauthentication =
    previous.published && hadDependents ? await requireReauthentication(context, currentPassword) : undefined
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const { id: userId } = actor
    const current = await findNewestPublishedAndWithdrawnPublicKeys(db, userId)
    if (current.published?.gen !== previous.published?.gen || !canPublishPublicKeys(card, current))
      throw conflict('keys_moved')
    if (reauthentication !== undefined)
      await requirePasswordUnchangedSinceReauthentication(tx, reauthentication)
    // The check for data loss runs again, because others may have encrypted data to the old keys meanwhile.
    else if (current.published && (await canKeyReplacementLoseData(db, userId))) throw conflict('keys_moved')
    await db.delete(withdrawnKeys).where(eq(withdrawnKeys.userId, userId))
    const priorUnused = !hadDependents && gen === current.gen + 1
    await db.insert(userKeys).values({ userId, gen, card, priorUnused })
    // The old key vault (encrypted key backup) is deleted, because clients without the old keys report it as forged.
    if (wrap?.kind !== 'older') await db.delete(keyVaults).where(eq(keyVaults.userId, userId))
    if (wrap) await db.insert(keyWraps).values({ userId, ...wrap })
    await upsertDevice(db, { userId, dev, gen, name: deviceName })
    const replacementKind = hadDependents ? 'keys.renewed' : 'keys.replaced'
    await recordKeyEvent(tx, current.published ? replacementKind : 'keys.created', gen)
    // Nobody is notified when unused keys are replaced; the device with the old keys asks its user about the new keys.
    if (current.published && hadDependents) {
      await queueMail(db, { to: [actor], kind: 'keys.renewed' })
      await notifyUsers(tx, { users: [userId], kind: 'keys.renewed', params: {} })
    }
    await notifyEncryptedGroups(db, userId)
  })
}

/** Revokes the caller's keys. Fails with `keys_used` once a group key or a signed member-list entry depends on them. */
export async function revokeOwnKeys(context: SignedInContext): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const { id: userId } = actor
    const { published } = await findNewestPublishedAndWithdrawnPublicKeys(db, userId)
    if (!published) throw notFound()
    const { card, gen } = published
    if (await haveEncryptionKeysEverBeenUsed(db, userId)) throw conflict('keys_used')
    for (const table of [userKeys, keyWraps, keyDevices, keyVaults, userNames])
      await db.delete(table).where(eq(table.userId, userId))
    await db.insert(withdrawnKeys).values({ userId, gen, card })
    await recordKeyEvent(tx, 'keys.withdrawn', gen)
  })
}

/** Records that the requesting browser has the user's keys of key generation `gen`. */
export async function registerDeviceThatHoldsKeys(
  context: SignedInContext,
  deviceName: string,
  { dev, gen }: { dev: string; gen: number },
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await lockAndRequireNewestPublicKeys(db, actor.id, gen)
    const isNew = await upsertDevice(db, { userId: actor.id, dev, gen, name: deviceName })
    if (isNew) await recordKeyEvent(tx, 'keys.restored', gen)
    else await invalidateClientCache(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}

/** Removes a device from the list of devices with keys; an unknown device is not an error. */
export async function unregisterDeviceThatHoldsKeys(context: SignedInContext, dev: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await db.delete(keyDevices).where(and(eq(keyDevices.userId, actor.id), eq(keyDevices.dev, dev)))
    await invalidateClientCache(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}
