import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { keyDevices, keyWraps, userKeys } from '#server/db/schema/e2ee.ts'
import { badInput, conflict } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { whomOneMayFind } from '#server/features/chat/create-group.service.ts'
import type { MyKeysBody } from '#shared/contracts/keys.ts'
import { type Card, isGenuineCard } from '#shared/e2ee/card.ts'
import { reachOf } from '#shared/policies.ts'
import { findNewestCards } from './cards.queries.ts'
import { findGen, requireGen } from './newest-keys.service.ts'
import { verify } from './verify.ts'
import { listWraps } from './wraps.service.ts'

const mostDevices = 100

export async function readMyKeys(context: SignedIn) {
  const { db, actor } = context
  const userId = actor.id
  const [card = null] = await findNewestCards(db, eq(userKeys.userId, userId))
  if (!card) return { card, wraps: [], devices: [] }
  const { dev, gen, name, createdAt } = keyDevices
  const devices = await db
    .select({ dev, gen, name, createdAt })
    .from(keyDevices)
    .where(and(eq(keyDevices.userId, userId), eq(gen, card.gen)))
    .orderBy(desc(createdAt))
    .limit(mostDevices)
  return { card, wraps: await listWraps(context), devices }
}

/** Of people one may find, or is in a group with that is not everybody's. */
export async function findCards({ db, actor }: SignedIn, ids: number[]): Promise<Card[]> {
  const sharesGroup = sql`exists (
    select from group_members mine join group_members theirs on theirs.group_id = mine.group_id
      join message_groups g on g.id = mine.group_id
     where mine.user_id = ${actor.id} and theirs.user_id = ${users.id} and g.type in ('club', 'custom'))`
  const isNear = reachOf(actor).over === 'all' ? undefined : or(whomOneMayFind(actor), sharesGroup)
  return findNewestCards(db, and(inArray(userKeys.userId, ids), isNear))
}

/** False: it was known already. */
async function noteDevice(db: Db, device: { userId: number; dev: string; gen: number; name: string }) {
  const { gen, name } = device
  const noted = await db
    .insert(keyDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [keyDevices.userId, keyDevices.dev],
      set: { gen, name, createdAt: sql`now()` },
      setWhere: ne(keyDevices.gen, gen),
    })
    .returning({ dev: keyDevices.dev })
  return noted.length > 0
}

async function record(tx: SignedIn, kind: 'keys.created' | 'keys.renewed' | 'keys.restored', gen: number) {
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

/** The first, or the next after they were lost; of two at once one is too late. */
export async function saveMyKeys(
  context: SignedIn,
  deviceName: string,
  { card, wrap, dev }: MyKeysBody,
): Promise<void> {
  const { gen } = card
  if (card.userId !== context.actor.id || !(await isGenuineCard(verify, card))) throw badInput()
  if (wrap.kind !== 'phrase' || wrap.credentialId !== null || wrap.gen !== gen) throw badInput()
  await context.transaction(async tx => {
    const { db, actor } = tx
    if (gen !== (await findGen(db, actor.id)) + 1) throw conflict('keys_moved')
    const added = await db
      .insert(userKeys)
      .values({ userId: actor.id, gen, card })
      .onConflictDoNothing()
      .returning({ gen: userKeys.gen })
    if (added.length === 0) throw conflict('keys_moved')
    await db.insert(keyWraps).values({ userId: actor.id, ...wrap })
    await noteDevice(db, { userId: actor.id, dev, gen, name: deviceName })
    await record(tx, gen === 1 ? 'keys.created' : 'keys.renewed', gen)
    await tellGroups(db, actor.id)
  })
}

/** This browser has restored the keys. */
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
