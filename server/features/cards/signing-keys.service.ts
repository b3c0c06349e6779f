// Ed25519 keys that sign membership cards and certificates.
// Private signing keys are not stored: each is derived from the server secret and a stored salt.
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { asc, desc, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { signingKeys } from '#server/db/schema/cards.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { Secret } from '#server/secret.ts'
import {
  buildTokenSigningInput,
  encodeCardToken,
  encodeCardTokenBody,
  type TokenPayload,
  type TokenPublicKey,
} from '#shared/cards/card-token.ts'

/** DER prefix that turns 32 secret bytes into an Ed25519 private key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

interface SigningKey {
  id: number
  key: KeyObject
}

function deriveCardSigningKey(secret: Secret, salt: string): { key: KeyObject; publicKey: string } {
  const der = Buffer.concat([pkcs8Prefix, secret.deriveCardKey(salt)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { key, publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '' }
}

/** Returns the newest card signing key; undefined if there is none or the server secret has changed. */
async function findCurrentCardSigningKey(db: Db, secret: Secret): Promise<SigningKey | undefined> {
  const { id, salt, publicKey } = signingKeys
  const [row] = await db
    .select({ id, salt, publicKey })
    .from(signingKeys)
    .where(isNull(signingKeys.revokedAt))
    .orderBy(desc(id))
    .limit(1)
  if (!row) return undefined
  const derived = deriveCardSigningKey(secret, row.salt)
  return derived.publicKey === row.publicKey ? { id: row.id, key: derived.key } : undefined
}

async function addCardSigningKey({ db, secret }: Pick<Context, 'db' | 'secret'>): Promise<SigningKey> {
  const salt = randomBytes(16).toString('base64url')
  const { key, publicKey } = deriveCardSigningKey(secret, salt)
  const [row] = await db.insert(signingKeys).values({ salt, publicKey }).returning({ id: signingKeys.id })
  if (!row) throw new Error('signing keys: inserting the key returned no row')
  await recordAuditEvent({ db }, { kind: 'cards.key_made', details: { id: row.id } })
  return { id: row.id, key }
}

/** The advisory lock keeps two concurrent requests from each creating a signing key for membership cards. */
const lockCardSigningKeys = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('signing keys'))`)

/**
 * Returns the card signing key and creates it at first use or after a change of the server secret.
 * The audit event for a new signing key has no actor.
 */
export async function findOrCreateCardSigningKey(context: Context): Promise<SigningKey> {
  const found = await findCurrentCardSigningKey(context.db, context.secret)
  if (found) return found
  return context.transaction(async tx => {
    await lockCardSigningKeys(tx.db)
    return (await findCurrentCardSigningKey(tx.db, tx.secret)) ?? addCardSigningKey(tx)
  })
}

/**
 * Creates a new key for signing cards.
 * Tokens signed by old keys stay valid until they expire.
 * With `isRevoking`, for a compromised key, all earlier tokens become invalid.
 */
export async function rotateCardSigningKey(db: Db, secret: Secret, isRevoking: boolean): Promise<number> {
  return db.transaction(async tx => {
    await lockCardSigningKeys(tx)
    if (isRevoking) {
      await tx.update(signingKeys).set({ revokedAt: sql`now()` }).where(isNull(signingKeys.revokedAt))
    }
    return (await addCardSigningKey({ db: tx, secret })).id
  })
}

export async function listCardPublicKeys({ db }: Pick<Context, 'db'>): Promise<TokenPublicKey[]> {
  const rows = await db.select().from(signingKeys).orderBy(asc(signingKeys.id))
  return rows.map(({ id, publicKey, revokedAt }) => ({ id, publicKey, isRevoked: revokedAt !== null }))
}

export function signCardToken({ id, key }: SigningKey, said: TokenPayload): string {
  const body = encodeCardTokenBody({ ...said, keyId: id })
  return encodeCardToken(body, sign(null, buildTokenSigningInput(body), key))
}
