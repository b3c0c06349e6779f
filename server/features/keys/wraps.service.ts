import { and, asc, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { confirmPerson, stillConfirmed } from '#server/identity/confirm-person.service.ts'
import type { Wrap } from '#shared/contracts/keys.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { requireGen } from './newest-keys.service.ts'

/** The phrase, what came before, and so many passkeys. */
const mostWraps = 10

const ofNewest = (userId: number) =>
  and(
    eq(keyWraps.userId, userId),
    sql`${keyWraps.gen} = (select max(k.gen) from user_keys k where k.user_id = ${userId})`,
  )

/** Of the newest keys. */
export async function listWraps({ db, actor }: SignedIn) {
  const { id, gen, kind, credentialId, blob, createdAt } = keyWraps
  return db
    .select({ id, gen, kind, credentialId, blob, createdAt })
    .from(keyWraps)
    .where(ofNewest(actor.id))
    .orderBy(asc(id))
}

/** Where there was one of its kind, or of the same passkey, it takes its place. */
async function putWrap(db: Db, userId: number, wrap: Wrap): Promise<void> {
  const { gen, kind, credentialId } = wrap
  const isSame = sql`${keyWraps.kind} = ${kind} and ${keyWraps.credentialId} is not distinct from ${credentialId}`
  await db.delete(keyWraps).where(and(eq(keyWraps.userId, userId), eq(keyWraps.gen, gen), isSame))
  await db.insert(keyWraps).values({ userId, ...wrap })
}

/** One more way to the same keys. A session alone must not be enough: it could put nonsense in place of a good one. */
export async function addWrap(context: SignedIn, wrap: Wrap, { currentPassword }: ProofBody): Promise<void> {
  if ((wrap.kind === 'passkey') !== (wrap.credentialId !== null)) throw badInput()
  const proof = await confirmPerson(context, currentPassword)
  await context.transaction(async tx => {
    const { db, actor } = tx
    await stillConfirmed(tx, proof)
    await requireGen(db, actor.id, wrap.gen)
    await putWrap(db, actor.id, wrap)
    if ((await db.$count(keyWraps, ofNewest(actor.id))) > mostWraps) throw conflict()
    const kind = wrap.kind === 'phrase' ? 'keys.phrase_made' : 'keys.passkey_added'
    if (wrap.kind !== 'older') await recordEvent(tx, { kind, target: userTarget(actor) })
    await touch(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}

/** Of what came before there is nothing to remove: it opens with the keys themselves. */
export async function removeWrap(
  context: SignedIn,
  id: number,
  { currentPassword }: ProofBody,
): Promise<void> {
  const proof = await confirmPerson(context, currentPassword)
  await context.transaction(async tx => {
    const { db, actor } = tx
    await stillConfirmed(tx, proof)
    const isOwn = and(eq(keyWraps.id, id), eq(keyWraps.userId, actor.id), sql`${keyWraps.kind} <> 'older'`)
    const { rowCount } = await db.delete(keyWraps).where(isOwn)
    if (rowCount === 0) throw notFound()
    await recordEvent(tx, { kind: 'keys.way_removed', target: userTarget(actor) })
    await touch(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}
