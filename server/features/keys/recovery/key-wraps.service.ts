// Key wraps: copies of a user's identity seed, encrypted under a recovery method (passkey or phrase).
// Key wraps (encrypted seeds) of kind `older` hold the seed of an earlier key generation, encrypted by the newer key.
// The server cannot decrypt key wraps, because it has no recovery method of the user.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import { lockAndRequireNewestPublicKeys } from '#server/features/keys/cards/key-generations.service.ts'
import {
  requirePasswordUnchangedSinceReauthentication,
  requireReauthentication,
} from '#server/identity/require-reauthentication.service.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import type { Wrap } from '#shared/contracts/keys/keys.schemas.ts'

/** Maximum number of key wraps (encrypted key backups) per user: for recovery phrase, older keys and passkeys. */
const maxWraps = 10

const buildNewestGenerationCondition = (userId: number) =>
  and(
    eq(keyWraps.userId, userId),
    sql`${keyWraps.gen} = (select max(k.gen) from user_keys k where k.user_id = ${userId})`,
  )

/** Lists the caller's key wraps (encrypted copies of the identity seed) of the newest key generation. */
export async function listKeyRecoveryMethods({ db, actor }: SignedInContext) {
  const { id, gen, kind, credentialId, blob, createdAt } = keyWraps
  return db
    .select({ id, gen, kind, credentialId, blob, createdAt })
    .from(keyWraps)
    .where(buildNewestGenerationCondition(actor.id))
    .orderBy(asc(id))
}

/** Inserts a key wrap (encrypted seed). It replaces a wrap of the same kind and, for passkeys, the same credential. */
async function replaceKeyWrap(db: Db, userId: number, wrap: Wrap): Promise<void> {
  const { gen, kind, credentialId } = wrap
  const isSameMethod = sql`${keyWraps.kind} = ${kind} and ${keyWraps.credentialId} is not distinct from ${credentialId}`
  await db.delete(keyWraps).where(and(eq(keyWraps.userId, userId), eq(keyWraps.gen, gen), isSameMethod))
  await db.insert(keyWraps).values({ userId, ...wrap })
}

/**
 * Adds a key recovery method. Re-authentication keeps an attacker with a stolen session from overwriting a
 * valid key backup.
 */
export async function addKeyRecoveryMethod(
  context: SignedInContext,
  wrap: Wrap,
  { currentPassword }: ReauthenticationBody,
): Promise<void> {
  if ((wrap.kind === 'passkey') !== (wrap.credentialId !== null)) throw badInput()
  const reauthentication = await requireReauthentication(context, currentPassword)
  await context.transaction(async tx => {
    const { db, actor } = tx
    await requirePasswordUnchangedSinceReauthentication(tx, reauthentication)
    await lockAndRequireNewestPublicKeys(db, actor.id, wrap.gen)
    await replaceKeyWrap(db, actor.id, wrap)
    if ((await db.$count(keyWraps, buildNewestGenerationCondition(actor.id))) > maxWraps) throw conflict()
    const kind = wrap.kind === 'phrase' ? 'keys.phrase_made' : 'keys.passkey_added'
    if (wrap.kind !== 'older') await recordAuditEvent(tx, { kind, target: buildUserAuditTarget(actor) })
    await invalidateClientCache(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}

/** Removes a key recovery method. Backups of kind `older` stay, because each is the only copy of earlier keys. */
export async function removeKeyRecoveryMethod(
  context: SignedInContext,
  id: number,
  { currentPassword }: ReauthenticationBody,
): Promise<void> {
  const reauthentication = await requireReauthentication(context, currentPassword)
  await context.transaction(async tx => {
    const { db, actor } = tx
    await requirePasswordUnchangedSinceReauthentication(tx, reauthentication)
    const isOwnWrap = and(
      eq(keyWraps.id, id),
      eq(keyWraps.userId, actor.id),
      sql`${keyWraps.kind} <> 'older'`,
    )
    const { rowCount } = await db.delete(keyWraps).where(isOwnWrap)
    if (rowCount === 0) throw notFound()
    await recordAuditEvent(tx, { kind: 'keys.way_removed', target: buildUserAuditTarget(actor) })
    await invalidateClientCache(tx, { topics: ['keys'], to: { users: [actor.id] } })
  })
}
