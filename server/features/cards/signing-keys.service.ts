// The keys that cards are signed with. Private halves are kept nowhere: each follows from the secret and a salt.
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { asc, desc, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { signingKeys } from '#server/db/schema/cards.ts'
import { recordEvent } from '#server/events/events.service.ts'
import type { Secret } from '#server/secret.ts'
import { type PublicKey, type Said, signedPart, writeBody, writeToken } from '#shared/card-token.ts'

/** What stands before 32 secret bytes to make them an Ed25519 key in PKCS #8. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex')

interface SigningKey {
  id: number
  key: KeyObject
}

function keyFrom(secret: Secret, salt: string): { key: KeyObject; publicKey: string } {
  const der = Buffer.concat([head, secret.cardKey(salt)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { key, publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '' }
}

/** The newest; undefined: there is none, or the secret has changed since it was made. */
async function findKey(db: Db, secret: Secret): Promise<SigningKey | undefined> {
  const { id, salt, publicKey } = signingKeys
  const [row] = await db
    .select({ id, salt, publicKey })
    .from(signingKeys)
    .where(isNull(signingKeys.revokedAt))
    .orderBy(desc(id))
    .limit(1)
  if (!row) return undefined
  const made = keyFrom(secret, row.salt)
  return made.publicKey === row.publicKey ? { id: row.id, key: made.key } : undefined
}

async function addKey({ db, secret }: Pick<Context, 'db' | 'secret'>): Promise<SigningKey> {
  const salt = randomBytes(16).toString('base64url')
  const { key, publicKey } = keyFrom(secret, salt)
  const [row] = await db.insert(signingKeys).values({ salt, publicKey }).returning({ id: signingKeys.id })
  if (!row) throw new Error('no signing key')
  await recordEvent({ db }, { kind: 'cards.key_made', details: { id: row.id } })
  return { id: row.id, key }
}

/** One after the other: two that start at once would otherwise each make one. */
const holdKeys = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(hashtext('signing keys'))`)

/** Made when first needed, also after the secret was changed; that is nobody's doing, whoever happened to ask. */
export async function signingKey(context: Context): Promise<SigningKey> {
  const found = await findKey(context.db, context.secret)
  if (found) return found
  return context.transaction(async tx => {
    await holdKeys(tx.db)
    return (await findKey(tx.db, tx.secret)) ?? addKey(tx)
  })
}

/**
 * From now on another one signs. What the old ones signed can be checked until it expires; where one may have become
 * known (`isRevoking`), everything they signed is withdrawn.
 */
export async function rotateSigningKey(db: Db, secret: Secret, isRevoking: boolean): Promise<number> {
  return db.transaction(async tx => {
    await holdKeys(tx)
    if (isRevoking) {
      await tx.update(signingKeys).set({ revokedAt: sql`now()` }).where(isNull(signingKeys.revokedAt))
    }
    return (await addKey({ db: tx, secret })).id
  })
}

export async function listPublicKeys({ db }: Pick<Context, 'db'>): Promise<PublicKey[]> {
  const rows = await db.select().from(signingKeys).orderBy(asc(signingKeys.id))
  return rows.map(({ id, publicKey, revokedAt }) => ({ id, publicKey, isRevoked: revokedAt !== null }))
}

export function signToken({ id, key }: SigningKey, said: Said): string {
  const body = writeBody({ ...said, keyId: id })
  return writeToken(body, sign(null, signedPart(body), key))
}
