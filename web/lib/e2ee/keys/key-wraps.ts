// Wraps: encrypted copies of the user's key seeds, which the server stores.
// A recovery phrase or passkey decrypts the newest key seed, and the newest seed decrypts the older seeds.
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { addWrap, removeWrap } from '#shared/contracts/keys/keys.endpoints.ts'
import type { MyKeys, Wrap } from '#shared/contracts/keys/keys.schemas.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import { type Seeds, serializeKeySeeds, type UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { wrapKeySeed } from '#web/lib/e2ee/crypto/wrap.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import type { PasskeyOwner, PasskeySecret } from './key-passkey.ts'
import { decodeRecoveryPhraseOrThrow, listPasskeyIdsThatUnlockKeys } from './unlock-keys.ts'

const loadPasskeyModule = () => import('./key-passkey.ts')

/**
 * Encrypts the key seeds of earlier generations under the newest seed. Returns undefined if there are no earlier seeds.
 */
export async function encryptOlderKeySeeds(
  [newest, ...older]: Seeds,
  userId: number,
): Promise<Wrap | undefined> {
  if (older.length === 0) return undefined
  const { gen } = newest
  const blob = await wrapKeySeed(serializeKeySeeds(older), newest.bytes, { userId, gen, kind: 'older' })
  return { gen, kind: 'older', credentialId: null, blob }
}

export async function canPasskeyUnlockEncryptionKeys(): Promise<boolean> {
  return (await loadPasskeyModule()).isPasskeyPrfPossiblySupported()
}

/**
 * Stores the newest key seed on the server, encrypted under a new recovery phrase or passkey. If the server
 * lacks the encrypted older seeds, they are stored as well.
 */
async function addKeyRecoveryMethod(
  { seeds, identity }: UnlockedKeys,
  keys: MyKeys,
  method: Pick<Wrap, 'credentialId'> & { kind: 'phrase' | 'passkey'; secret: Bytes },
  proof: ReauthenticationBody,
): Promise<void> {
  const { userId, gen } = identity.card
  const { kind, credentialId, secret } = method
  const blob = await wrapKeySeed(seeds[0].bytes, secret, { userId, gen, kind })
  await callEndpoint(addWrap, { body: { wrap: { gen, kind, credentialId, blob }, ...proof } })
  const older = await encryptOlderKeySeeds(seeds, userId)
  if (older && !keys.wraps.some(wrap => wrap.kind === 'older')) {
    await callEndpoint(addWrap, { body: { wrap: older, ...proof } })
  }
}

export async function createRecoveryPhrase(): Promise<string[]> {
  return (await import('#web/lib/e2ee/crypto/recovery-phrase.ts')).generateRecoveryPhrase()
}

/** Stores the key seed encrypted under the recovery phrase, in place of a copy encrypted under an earlier phrase. */
export async function storeKeysEncryptedByRecoveryPhrase(
  opened: UnlockedKeys,
  keys: MyKeys,
  words: string[],
  proof: ReauthenticationBody,
): Promise<void> {
  const secret = await decodeRecoveryPhraseOrThrow(words.join(' '))
  await addKeyRecoveryMethod(opened, keys, { kind: 'phrase', credentialId: null, secret }, proof)
}

export async function addPasskeyThatUnlocksKeys(
  opened: UnlockedKeys,
  keys: MyKeys,
  owner: PasskeyOwner,
  proof: ReauthenticationBody,
): Promise<void> {
  const { createPasskeyThatUnlocksKeys } = await loadPasskeyModule()
  const generated = await createPasskeyThatUnlocksKeys(owner, listPasskeyIdsThatUnlockKeys(keys))
  await storeKeysEncryptedByPasskey(opened, keys, generated, proof)
}

/** Stores a copy of the key seeds on the server, encrypted so that the given passkey can unlock it. */
export function storeKeysEncryptedByPasskey(
  opened: UnlockedKeys,
  keys: MyKeys,
  answer: PasskeySecret,
  proof: ReauthenticationBody,
): Promise<void> {
  return addKeyRecoveryMethod(opened, keys, { kind: 'passkey', ...answer }, proof)
}

export async function deleteRecoveryMethod(id: number, proof: ReauthenticationBody): Promise<void> {
  await callEndpoint(removeWrap, { params: { id }, body: proof })
}
