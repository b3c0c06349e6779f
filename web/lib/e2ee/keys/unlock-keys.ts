// Unlocks the signed-in user's keys with a recovery phrase, a passkey or the key seeds on this device.
import type { MyKeys, Wrap } from '#shared/contracts/keys/keys.schemas.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import {
  deriveKeysFromSeeds,
  mergeKeySeeds,
  parseKeySeeds,
  type Seed,
  type Seeds,
  type UnlockedKeys,
} from '#web/lib/e2ee/crypto/seeds.ts'
import { unwrapKeySeed } from '#web/lib/e2ee/crypto/wrap.ts'
import { loadKeySeeds, loadOwnIdentityKeys } from '#web/lib/e2ee/storage/key-store.ts'
import { KeyError } from './key-error.ts'
import type { PasskeySecret } from './key-passkey.ts'

/** The word list of recovery phrases is loaded lazily, because it is larger than all code in this file. */
const loadRecoveryPhraseModule = () => import('#web/lib/e2ee/crypto/recovery-phrase.ts')

/** Returns the secret that a recovery phrase encodes. Throws a KeyError that says what is wrong with the words. */
export async function decodeRecoveryPhraseOrThrow(text: string): Promise<Bytes> {
  const {
    extractRecoveryPhraseWords,
    hasRecoveryPhraseWordCount,
    findUnknownPhraseWords,
    parseRecoveryPhrase,
  } = await loadRecoveryPhraseModule()
  const words = extractRecoveryPhraseWords(text)
  const unknown = findUnknownPhraseWords(words)
  if (unknown.length > 0) throw new KeyError('unknown-words', unknown.slice(0, 3).join(', '))
  if (!hasRecoveryPhraseWordCount(words)) throw new KeyError('word-count', String(words.length))
  const secret = parseRecoveryPhrase(words.join(' '))
  if (!secret) throw new KeyError('never-a-phrase')
  return secret
}

/**
 * Decrypts the key seeds of earlier key generations (versions of the keys). Failures are ignored, because only old
 * messages need those seeds.
 */
export async function decryptOlderKeySeeds(
  { wraps }: { wraps: Wrap[] },
  userId: number,
  { gen, bytes }: Seed,
): Promise<Seed[]> {
  const wrap = wraps.find(({ kind }) => kind === 'older')
  if (!wrap) return []
  try {
    return parseKeySeeds(await unwrapKeySeed(wrap.blob, bytes, { userId, gen, kind: 'older' }))
  } catch {
    return []
  }
}

/** Derives the keys from seeds and checks that they match the user's published public keys. */
export async function deriveAndVerifyKeysFromSeeds(
  userId: number,
  card: Card | null,
  seeds: Seeds,
): Promise<UnlockedKeys> {
  const opened = await deriveKeysFromSeeds(userId, seeds)
  if (!card || !hasSamePublicKeys(card, opened.identity.card)) throw new KeyError('other-card')
  const stored = await loadOwnIdentityKeys(userId).catch(() => undefined)
  if (!stored || !hasSamePublicKeys(stored.card, card)) return opened
  return { ...opened, identity: { ...opened.identity, dev: stored.dev } }
}

async function unlockKeysWithSecret(
  userId: number,
  keys: MyKeys,
  wrap: Wrap | undefined,
  secret: Bytes,
): Promise<UnlockedKeys> {
  const { card } = keys
  if (!card || !wrap) throw new KeyError('other-card')
  const { kind, blob } = wrap
  const { gen } = card
  const bytes = await unwrapKeySeed(blob, secret, { userId, gen, kind }).catch(() => {
    throw new KeyError(kind === 'phrase' ? 'wrong-phrase' : 'wrong-passkey')
  })
  const newest = { gen, bytes }
  return deriveAndVerifyKeysFromSeeds(
    userId,
    card,
    mergeKeySeeds([newest], await decryptOlderKeySeeds(keys, userId, newest)),
  )
}

export async function unlockKeysWithRecoveryPhrase(
  userId: number,
  keys: MyKeys,
  words: string,
): Promise<UnlockedKeys> {
  const secret = await decodeRecoveryPhraseOrThrow(words)
  return unlockKeysWithSecret(
    userId,
    keys,
    keys.wraps.find(({ kind }) => kind === 'phrase'),
    secret,
  )
}

/** Returns the credential ids of the passkeys that can unlock the user's keys. */
export function listPasskeyIdsThatUnlockKeys({ wraps }: { wraps: Wrap[] }): string[] {
  return wraps.flatMap(({ kind, credentialId }) => (kind === 'passkey' && credentialId ? [credentialId] : []))
}

export async function unlockKeysByPasskey(userId: number, keys: MyKeys): Promise<UnlockedKeys> {
  const { requestPasskeySecret } = await import('./key-passkey.ts')
  return unlockKeysByPasskeySecret(
    userId,
    keys,
    await requestPasskeySecret(listPasskeyIdsThatUnlockKeys(keys)),
  )
}

/** Unlocks the user's keys with the PRF secret of a passkey. */
export function unlockKeysByPasskeySecret(
  userId: number,
  keys: MyKeys,
  answer: PasskeySecret,
): Promise<UnlockedKeys> {
  const wrap = keys.wraps.find(({ credentialId }) => credentialId === answer.credentialId)
  return unlockKeysWithSecret(userId, keys, wrap, answer.secret)
}

/** Unlocks keys with the seeds on this device, after re-authentication. Returns undefined if no seeds are stored. */
export async function unlockKeysStoredOnDevice(userId: number): Promise<UnlockedKeys | undefined> {
  const stored = await loadOwnIdentityKeys(userId)
  const [newest, ...older] = await loadKeySeeds(userId)
  return stored && newest && deriveAndVerifyKeysFromSeeds(userId, stored.card, [newest, ...older])
}
