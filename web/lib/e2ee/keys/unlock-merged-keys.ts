// Unlocks the keys of an account that was merged into the user's account, so that the user can vote with them.
import type { Wrap } from '#shared/contracts/keys/keys.schemas.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { deriveKeysFromSeeds, mergeKeySeeds, type UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { unwrapKeySeed } from '#web/lib/e2ee/crypto/wrap.ts'
import { loadOwnIdentityKeys, saveEncryptionKeys } from '#web/lib/e2ee/storage/key-store.ts'
import { deriveMissingBallotKeys } from './ballot-key.ts'
import { KeyError } from './key-error.ts'
import {
  decodeRecoveryPhraseOrThrow,
  decryptOlderKeySeeds,
  listPasskeyIdsThatUnlockKeys,
} from './unlock-keys.ts'

export interface MergedKeys {
  userId: number
  /** Signed public keys of the merged account in the electoral roll. The account may have newer keys. */
  card: Card
  wraps: Wrap[]
}

/** Returns the keys of a merged account if they are on this device. */
export async function loadKeysOfMergedAccount({ userId }: MergedKeys) {
  const identity = await loadOwnIdentityKeys(userId)
  return identity && deriveMissingBallotKeys(identity)
}

/** Decrypts the key seeds and checks that they give the keys in the electoral roll's entry. */
export async function decryptKeysOfMergedAccount(
  { userId, card, wraps }: MergedKeys,
  wrap: Wrap | undefined,
  secret: Bytes,
): Promise<UnlockedKeys> {
  if (!wrap) throw new KeyError('other-card')
  const { kind, gen, blob } = wrap
  const bytes = await unwrapKeySeed(blob, secret, { userId, gen, kind }).catch(() => {
    throw new KeyError(kind === 'phrase' ? 'wrong-phrase' : 'wrong-passkey')
  })
  const newest = { gen, bytes }
  const older = await decryptOlderKeySeeds({ wraps }, userId, newest)
  const opened = await deriveKeysFromSeeds(userId, mergeKeySeeds([newest], older))
  const { identity } = opened
  const isOfRoll = [identity, ...(identity.older ?? [])].some(keys => hasSamePublicKeys(keys.card, card))
  if (!isOfRoll) throw new KeyError('other-card')
  return opened
}

async function unlockMergedKeysWithSecret(
  keys: MergedKeys,
  wrap: Wrap | undefined,
  secret: Bytes,
): Promise<void> {
  const opened = await decryptKeysOfMergedAccount(keys, wrap, secret)
  await saveEncryptionKeys(opened).catch(() => {
    throw new KeyError('not-stored')
  })
}

/** Unlocks a merged account's keys by its recovery phrase and stores them on this device. */
export async function unlockKeysOfMergedAccountByPhrase(keys: MergedKeys, words: string): Promise<void> {
  const secret = await decodeRecoveryPhraseOrThrow(words)
  await unlockMergedKeysWithSecret(
    keys,
    keys.wraps.find(({ kind }) => kind === 'phrase'),
    secret,
  )
}

/** Unlocks a merged account's keys by its passkey and stores them on this device. */
export async function unlockKeysOfMergedAccountByPasskey(keys: MergedKeys): Promise<void> {
  const { requestPasskeySecret } = await import('./key-passkey.ts')
  const { credentialId, secret } = await requestPasskeySecret(listPasskeyIdsThatUnlockKeys(keys))
  await unlockMergedKeysWithSecret(
    keys,
    keys.wraps.find(wrap => wrap.credentialId === credentialId),
    secret,
  )
}
