// The signed-in user's encryption keys on this device: generating, publishing, wrapping, unlocking and renewing.
// The server stores the seed only encrypted under a recovery phrase or a passkey that the user alone has.

import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import {
  addDevice,
  addWrap,
  readMyKeys,
  removeWrap,
  saveMyKeys,
} from '#shared/contracts/keys/keys.endpoints.ts'
import type { MyKeys, MyKeysBody, Wrap } from '#shared/contracts/keys/keys.schemas.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import { generateSeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import {
  deriveKeysFromSeeds,
  mergeSeeds,
  packSeeds,
  type Seed,
  type Seeds,
  type UnlockedKeys,
  unpackSeeds,
} from '#web/lib/e2ee/crypto/seeds.ts'
import { unwrapSeed, wrapSeed } from '#web/lib/e2ee/crypto/wrap.ts'
import { deleteUnpublishedKeys, loadIdentity, loadSeeds, saveKeys } from '#web/lib/e2ee/storage/key-store.ts'
import { callEndpoint, hasStatus } from '#web/lib/http/api.ts'
import { KeyError } from './key-error.ts'
import type { PasskeyOwner, PasskeySecret } from './key-passkey.ts'
import { readOwnName, signName } from './own-name.ts'

/** Reason why this browser cannot use end-to-end encryption. */
export type EncryptionObstacle = 'insecure' | 'outdated' | 'no-storage'

/** Keys of a user on this device, current or not, or the obstacle that prevents their use. */
export type DeviceKeys =
  | { obstacle: EncryptionObstacle }
  | { identity: Identity | null; obstacle?: undefined }

/** The phrase's word list is larger than the rest of this code and therefore loaded lazily. */
const loadPhrase = () => import('#web/lib/e2ee/crypto/recovery-phrase.ts')
const loadPasskey = () => import('./key-passkey.ts')

export async function readDeviceKeys(userId: number): Promise<DeviceKeys> {
  if (!globalThis.crypto?.subtle) return { obstacle: globalThis.isSecureContext ? 'outdated' : 'insecure' }
  try {
    return { identity: (await loadIdentity(userId)) ?? null }
  } catch {
    return { obstacle: 'no-storage' }
  }
}

async function storeKeys(opened: UnlockedKeys): Promise<void> {
  await saveKeys(opened).catch(() => {
    throw new KeyError('not-stored')
  })
}

const isConflict = (error: unknown) => hasStatus(error, 409)

/** Publishes the user's key card. Returns false if another device has published other keys first. */
async function publish(body: MyKeysBody): Promise<boolean> {
  try {
    await callEndpoint(saveMyKeys, { body })
    return true
  } catch (error) {
    if (!isConflict(error)) throw error
    // An earlier attempt to publish the keys may have succeeded although its response was lost.
    const { card } = await callEndpoint(readMyKeys)
    return card !== null && isSameCard(card, body.card)
  }
}

/** Runs work in one tab at a time. Without Web Locks, the server's conflict check decides. */
export function withKeyLock<T>(userId: number, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return navigator.locks.request(`perantau-keys-${userId}`, work) as Promise<T>
}

/** Signs the user's name on a best-effort basis; the settings page can sign it later. */
async function signNameBestEffort(...args: Parameters<typeof signName>): Promise<void> {
  await signName(...args).catch(() => {})
}

/**
 * Returns this device's keys if the user has published none or the same ones, and generates keys if there are none.
 * Keys are stored before they are published, because published keys that get lost lock their owner out.
 * Returns null if the user has published other keys, which another device holds.
 */
export function ensureKeys({ id, fullName }: { id: number; fullName: string }): Promise<Identity | null> {
  return withKeyLock(id, async () => {
    const [published, local] = [await callEndpoint(readMyKeys), await loadIdentity(id)]
    if (published.card) return local && isSameCard(published.card, local.card) ? local : null
    if (local) return (await publish({ card: local.card, dev: local.dev })) ? local : null
    const generated = await deriveKeysFromSeeds(id, [{ gen: published.gen + 1, bytes: generateSeed() }])
    const { identity } = generated
    await storeKeys(generated)
    if (!(await publish({ card: identity.card, dev: identity.dev }))) {
      await deleteUnpublishedKeys(id)
      return null
    }
    await signNameBestEffort(identity, fullName, published.name)
    // Without persistent storage the browser may delete the keys when disk space is low.
    await navigator.storage?.persist?.().catch(() => false)
    return identity
  })
}

/** Publishes this device's keys again after the server lost them, for example through a restored backup. */
export async function republishKeys({ card, dev }: Identity, proof: ReauthenticationBody): Promise<void> {
  if (!(await publish({ card, dev, ...proof }))) throw new KeyError('other-card')
}

async function wrapOlderSeeds([newest, ...older]: Seeds, userId: number): Promise<Wrap | undefined> {
  if (older.length === 0) return undefined
  const { gen } = newest
  const blob = await wrapSeed(packSeeds(older), newest.bytes, { userId, gen, kind: 'older' })
  return { gen, kind: 'older', credentialId: null, blob }
}

/**
 * Replaces the user's keys with a new generation.
 * Known old seeds are encrypted under the new seed, so that the new keys can decrypt earlier messages as well.
 * Without the old seeds, earlier messages stay unreadable.
 */
export async function renewKeys(
  owner: { id: number; fullName: string },
  keys: MyKeys,
  opened: UnlockedKeys | undefined,
  proof: ReauthenticationBody,
): Promise<Identity> {
  const before = opened ?? (await openStoredKeys(owner.id))
  const newest: Seed = { gen: keys.gen + 1, bytes: generateSeed() }
  const generated = await deriveKeysFromSeeds(owner.id, mergeSeeds([newest], before?.seeds ?? []))
  const { identity } = generated
  const wrap = await wrapOlderSeeds(generated.seeds, owner.id)
  const name = before ? (await readOwnName(before.identity, keys.name))?.name : owner.fullName
  if (!(await publish({ card: identity.card, dev: identity.dev, ...(wrap && { wrap }), ...proof }))) {
    throw new KeyError('late')
  }
  const local = await loadIdentity(owner.id)
  await storeKeys(await addStoredGenerations(generated, local ? local.isRestored : true))
  if (name) await signNameBestEffort(identity, name, keys.name)
  return identity
}

async function readPhraseSecret(text: string): Promise<Bytes> {
  const {
    extractWords: wordsOf,
    hasPhraseLength: hasRightLength,
    findUnknownWords: unknownWords,
    decodePhrase: phraseSecret,
  } = await loadPhrase()
  const words = wordsOf(text)
  const unknown = unknownWords(words)
  if (unknown.length > 0) throw new KeyError('unknown-words', unknown.slice(0, 3).join(', '))
  if (!hasRightLength(words)) throw new KeyError('word-count', String(words.length))
  const secret = phraseSecret(words.join(' '))
  if (!secret) throw new KeyError('never-a-phrase')
  return secret
}

/** Decrypts the seeds of earlier generations; failures are ignored, because only earlier messages need them. */
async function unwrapOlderSeeds({ wraps }: MyKeys, userId: number, { gen, bytes }: Seed): Promise<Seed[]> {
  const wrap = wraps.find(({ kind }) => kind === 'older')
  if (!wrap) return []
  try {
    return unpackSeeds(await unwrapSeed(wrap.blob, bytes, { userId, gen, kind: 'older' }))
  } catch {
    return []
  }
}

/** Derives the keys from seeds and checks that they match the published key card. */
export async function openVerifiedKeys(
  userId: number,
  card: Card | null,
  seeds: Seeds,
): Promise<UnlockedKeys> {
  const opened = await deriveKeysFromSeeds(userId, seeds)
  if (!card || !isSameCard(card, opened.identity.card)) throw new KeyError('other-card')
  const stored = await loadIdentity(userId).catch(() => undefined)
  if (!stored || !isSameCard(stored.card, card)) return opened
  return { ...opened, identity: { ...opened.identity, dev: stored.dev } }
}

async function unlock(
  userId: number,
  keys: MyKeys,
  wrap: Wrap | undefined,
  secret: Bytes,
): Promise<UnlockedKeys> {
  const { card } = keys
  if (!card || !wrap) throw new KeyError('other-card')
  const { kind, blob } = wrap
  const { gen } = card
  const bytes = await unwrapSeed(blob, secret, { userId, gen, kind }).catch(() => {
    throw new KeyError(kind === 'phrase' ? 'wrong-phrase' : 'wrong-passkey')
  })
  const newest = { gen, bytes }
  return openVerifiedKeys(userId, card, mergeSeeds([newest], await unwrapOlderSeeds(keys, userId, newest)))
}

export async function unlockKeysByPhrase(userId: number, keys: MyKeys, words: string): Promise<UnlockedKeys> {
  const secret = await readPhraseSecret(words)
  return unlock(
    userId,
    keys,
    keys.wraps.find(({ kind }) => kind === 'phrase'),
    secret,
  )
}

/** Returns the credential ids of the passkeys that unlock these keys. */
export function listPasskeyIds({ wraps }: MyKeys): string[] {
  return wraps.flatMap(({ kind, credentialId }) => (kind === 'passkey' && credentialId ? [credentialId] : []))
}

export async function unlockKeysByPasskey(userId: number, keys: MyKeys): Promise<UnlockedKeys> {
  const { requestPasskeySecret: askPasskey } = await loadPasskey()
  return unlockKeysBySecret(userId, keys, await askPasskey(listPasskeyIds(keys)))
}

/** Unlocks the keys with the PRF secret of a passkey. */
export function unlockKeysBySecret(
  userId: number,
  keys: MyKeys,
  answer: PasskeySecret,
): Promise<UnlockedKeys> {
  const wrap = keys.wraps.find(({ credentialId }) => credentialId === answer.credentialId)
  return unlock(userId, keys, wrap, answer.secret)
}

/** Unlocks the keys with the seeds on this device, after re-authentication. Undefined: it stores no seeds. */
export async function openStoredKeys(userId: number): Promise<UnlockedKeys | undefined> {
  const stored = await loadIdentity(userId)
  const [newest, ...older] = await loadSeeds(userId)
  return stored && newest && openVerifiedKeys(userId, stored.card, [newest, ...older])
}

/** Adds the earlier generations of keys that this device already holds, so that it can still read old messages. */
async function addStoredGenerations(
  { seeds, identity }: UnlockedKeys,
  isRestored: true | undefined,
): Promise<UnlockedKeys> {
  const { userId, gen } = identity.card
  const before = await loadIdentity(userId)
  const joined = await deriveKeysFromSeeds(userId, mergeSeeds(seeds, await loadSeeds(userId).catch(() => [])))
  const older = [...(joined.identity.older ?? [])]
  for (const previous of before ? [before, ...(before.older ?? [])] : []) {
    const isKnown = previous.card.gen >= gen || older.some(({ card }) => card.gen === previous.card.gen)
    if (!isKnown) older.push({ card: previous.card, box: previous.box })
  }
  return { seeds: joined.seeds, identity: { ...identity, older, ...(isRestored && { isRestored }) } }
}

/** Stores unlocked keys on this device and registers the device with the server. */
export async function adoptKeys(opened: UnlockedKeys): Promise<Identity> {
  const local = await loadIdentity(opened.identity.card.userId)
  const isKnown = local && isSameCard(local.card, opened.identity.card)
  const complete = await addStoredGenerations(opened, isKnown ? local.isRestored : true)
  await storeKeys(complete)
  const { dev, card } = complete.identity
  await callEndpoint(addDevice, { body: { dev, gen: card.gen } })
  return complete.identity
}

export async function canAddPasskey(): Promise<boolean> {
  return (await loadPasskey()).mayHavePasskeyPrf()
}

/** Stores another wrap of the newest seed, and the wrap of older seeds if the server has lost it. */
async function addWrapOf(
  { seeds, identity }: UnlockedKeys,
  keys: MyKeys,
  method: Pick<Wrap, 'credentialId'> & { kind: 'phrase' | 'passkey'; secret: Bytes },
  proof: ReauthenticationBody,
): Promise<void> {
  const { userId, gen } = identity.card
  const { kind, credentialId, secret } = method
  const blob = await wrapSeed(seeds[0].bytes, secret, { userId, gen, kind })
  await callEndpoint(addWrap, { body: { wrap: { gen, kind, credentialId, blob }, ...proof } })
  const older = await wrapOlderSeeds(seeds, userId)
  if (older && !keys.wraps.some(wrap => wrap.kind === 'older')) {
    await callEndpoint(addWrap, { body: { wrap: older, ...proof } })
  }
}

export async function createRecoveryPhrase(): Promise<string[]> {
  return (await loadPhrase()).generatePhrase()
}

/** Replaces the recovery phrase, if there is one. */
export async function savePhrase(
  opened: UnlockedKeys,
  keys: MyKeys,
  words: string[],
  proof: ReauthenticationBody,
): Promise<void> {
  const secret = await readPhraseSecret(words.join(' '))
  await addWrapOf(opened, keys, { kind: 'phrase', credentialId: null, secret }, proof)
}

export async function addKeyPasskey(
  opened: UnlockedKeys,
  keys: MyKeys,
  owner: PasskeyOwner,
  proof: ReauthenticationBody,
): Promise<void> {
  const { createKeyPasskey: createPasskey } = await loadPasskey()
  const generated = await createPasskey(owner, listPasskeyIds(keys))
  await wrapKeysByPasskey(opened, keys, generated, proof)
}

/** Stores a copy of the keys on the server, encrypted so that this passkey can unlock it. */
export function wrapKeysByPasskey(
  opened: UnlockedKeys,
  keys: MyKeys,
  answer: PasskeySecret,
  proof: ReauthenticationBody,
): Promise<void> {
  return addWrapOf(opened, keys, { kind: 'passkey', ...answer }, proof)
}

export async function deleteKeyWrap(id: number, proof: ReauthenticationBody): Promise<void> {
  await callEndpoint(removeWrap, { params: { id }, body: proof })
}
