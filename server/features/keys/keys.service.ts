import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
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
import { notify, recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { whomOneMayFind } from '#server/features/chat/whom-one-may-find.queries.ts'
import { confirmPerson, stillConfirmed } from '#server/identity/confirm-person.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { MyKeysBody } from '#shared/contracts/keys.ts'
import { isGenuineCard } from '#shared/e2ee/card.ts'
import { reachOf } from '#shared/policies.ts'
import { findNewestCards } from './cards.queries.ts'
import { findGens, mayFollow, requireGen } from './newest-keys.service.ts'
import { verify } from './verify.ts'
import { listWraps } from './wraps.service.ts'

const mostDevices = 100

export async function readMyKeys(context: SignedIn) {
  const { db, actor } = context
  const userId = actor.id
  const { published, gen } = await findGens(db, userId)
  if (!published) return { card: null, createdAt: null, gen, wraps: [], devices: [], name: null }
  const { card, createdAt } = published
  const devices = await db
    .select()
    .from(keyDevices)
    .where(and(eq(keyDevices.userId, userId), eq(keyDevices.gen, card.gen)))
    .orderBy(desc(keyDevices.createdAt))
    .limit(mostDevices)
  const [name = null] = await db
    .select({ body: userNames.body, sig: userNames.sig })
    .from(userNames)
    .where(eq(userNames.userId, userId))
  return { card, createdAt, gen, wraps: await listWraps(context), devices, name }
}

/** Of people one may find, or is in a group with that is not everybody's; each with the name they signed. */
export async function findCards({ db, actor }: SignedIn, ids: number[]) {
  const sharesGroup = sql`exists (
    select from group_members mine join group_members theirs on theirs.group_id = mine.group_id
      join message_groups g on g.id = mine.group_id
     where mine.user_id = ${actor.id} and theirs.user_id = ${users.id} and g.type in ('club', 'custom'))`
  const isNear = reachOf(actor).over === 'all' ? undefined : or(whomOneMayFind(actor), sharesGroup)
  const cards = await findNewestCards(db, and(inArray(userKeys.userId, ids), isNear))
  const { userId, body, sig } = userNames
  const found = cards.map(card => card.userId)
  const names = await db.select({ userId, body, sig }).from(userNames).where(inArray(userId, found))
  return cards.map(card => {
    const name = names.find(one => one.userId === card.userId)
    return { card, name: name ? { body: name.body, sig: name.sig } : null }
  })
}

/** False: it was known already. */
async function noteDevice(db: Db, device: { userId: number; dev: string; gen: number; name: string }) {
  const { gen, name } = device
  const isNew = sql`${keyDevices.gen} <> ${gen}`
  const [noted] = await db
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
  return noted?.isNew === true
}

async function record(
  tx: SignedIn,
  kind: 'keys.created' | 'keys.renewed' | 'keys.restored' | 'keys.withdrawn',
  gen: number,
) {
  const { actor } = tx
  await recordEvent(tx, {
    kind,
    details: { gen },
    target: userTarget(actor),
    touches: { topics: ['keys'], to: { users: [actor.id] } },
  })
}

/** Wherever somebody is read in cipher, the others have to take in the new keys. */
async function tellGroups(db: Db, userId: number): Promise<void> {
  const rows = await db
    .select({ id: messageGroups.id })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(groupMembers.userId, userId), messageGroups.encrypted, messageGroups.isActive))
  if (rows.length === 0) return
  await announce(db, { type: 'encryption', changed: 'roster', groupIds: rows.map(({ id }) => id) })
}

/**
 * Of two at once one is too late. The first keys need nothing but the session; those that take the place of others need
 * the person, because whoever publishes keys is whom everybody writes to.
 */
export async function saveMyKeys(
  context: SignedIn,
  deviceName: string,
  { card, wrap, dev, currentPassword }: MyKeysBody,
): Promise<void> {
  const { gen } = card
  if (card.userId !== context.actor.id || !(await isGenuineCard(verify, card))) throw badInput()
  if (wrap && (wrap.kind === 'passkey' || wrap.credentialId !== null || wrap.gen !== gen)) throw badInput()
  const before = await findGens(context.db, context.actor.id)
  if (!mayFollow(card, before)) throw conflict('keys_moved')
  const proof = before.published ? await confirmPerson(context, currentPassword) : undefined
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    const { id: userId } = actor
    const known = await findGens(db, userId)
    if (known.published?.gen !== before.published?.gen || !mayFollow(card, known))
      throw conflict('keys_moved')
    if (proof !== undefined) await stillConfirmed(tx, proof)
    await db.delete(withdrawnKeys).where(eq(withdrawnKeys.userId, userId))
    await db.insert(userKeys).values({ userId, gen, card })
    // Those who come without what they had before could not open it, and would take it for a forgery.
    if (wrap?.kind !== 'older') await db.delete(keyVaults).where(eq(keyVaults.userId, userId))
    if (wrap) await db.insert(keyWraps).values({ userId, ...wrap })
    await noteDevice(db, { userId, dev, gen, name: deviceName })
    await record(tx, known.published ? 'keys.renewed' : 'keys.created', gen)
    if (known.published) {
      await queueMail(db, { to: [actor], kind: 'keys.renewed' })
      await notify(tx, { users: [userId], kind: 'keys.renewed', params: {} })
    }
    await tellGroups(db, userId)
  })
}

/** As long as nothing was sealed to them and nobody has signed for them, nobody misses them. */
export async function withdrawMyKeys(context: SignedIn): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    const { id: userId } = actor
    const { published } = await findGens(db, userId)
    if (!published) throw notFound()
    const { card, gen } = published
    const isUsed = await db.execute(sql`
      select where exists (select from epoch_boxes where user_id = ${userId})
         or exists (select from group_roster r join group_members m on m.group_id = r.group_id
                     where m.user_id = ${userId} and position(${card.sign} in r.body) > 0)`)
    if (isUsed.rows.length > 0) throw conflict('keys_used')
    for (const table of [userKeys, keyWraps, keyDevices, keyVaults, userNames])
      await db.delete(table).where(eq(table.userId, userId))
    await db.insert(withdrawnKeys).values({ userId, gen, card })
    await record(tx, 'keys.withdrawn', gen)
  })
}

/** This browser has the keys: since now, or still. */
export async function addDevice(
  context: SignedIn,
  deviceName: string,
  { dev, gen }: { dev: string; gen: number },
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await requireGen(db, actor.id, gen)
    const isNew = await noteDevice(db, { userId: actor.id, dev, gen, name: deviceName })
    if (isNew) await record(tx, 'keys.restored', gen)
    else await touch(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}

/** It has them no longer; one that is not known has gone already. */
export async function removeDevice(context: SignedIn, dev: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await db.delete(keyDevices).where(and(eq(keyDevices.userId, actor.id), eq(keyDevices.dev, dev)))
    await touch(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}
