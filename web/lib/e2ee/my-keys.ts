// The signed-in user's encryption keys on this device: generating, publishing, wrapping, unlocking and renewing.
// The server stores the seed only encrypted under a recovery phrase or a passkey that the user alone has.
import { addDevice, addWrap, readMyKeys, removeWrap, saveMyKeys } from '#shared/contracts/keys.endpoints.ts'
import type { MyKeys, MyKeysBody, Wrap } from '#shared/contracts/keys.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import { call, hasStatus } from '#web/lib/api.ts'
import { type Identity, newSeed } from './identity.ts'
import { dropKeys, loadIdentity, loadSeeds, saveKeys } from './key-store.ts'
import { KeyTrouble } from './key-trouble.ts'
import { readOwnName, signName } from './my-name.ts'
import type { PasskeyAnswer, PasskeyOwner } from './passkey.ts'
import {
  joinSeeds,
  type OpenKeys,
  openSeeds,
  packSeeds,
  type Seed,
  type Seeds,
  unpackSeeds,
} from './seeds.ts'
import { unwrapSeed, wrapSeed } from './wrap.ts'

/** Reason why this browser cannot use end-to-end encryption. */
export type Obstacle = 'insecure' | 'outdated' | 'no-storage'

/** Keys of a user on this device, current or not, or the obstacle that prevents their use. */
export type DeviceKeys = { obstacle: Obstacle } | { identity: Identity | null; obstacle?: undefined }

/** The phrase's word list is larger than the rest of this code and therefore loaded lazily. */
const loadPhrase = () => import('./phrase.ts')
const loadPasskey = () => import('./passkey.ts')

export async function readDeviceKeys(userId: number): Promise<DeviceKeys> {
  if (!globalThis.crypto?.subtle) return { obstacle: globalThis.isSecureContext ? 'outdated' : 'insecure' }
  try {
    return { identity: (await loadIdentity(userId)) ?? null }
  } catch {
    return { obstacle: 'no-storage' }
  }
}

async function storeKeys(opened: OpenKeys): Promise<void> {
  await saveKeys(opened).catch(() => {
    throw new KeyTrouble('not-stored')
  })
}

const isConflict = (error: unknown) => hasStatus(error, 409)

/** Publishes the user's key card. Returns false if another device has published other keys first. */
async function publish(body: MyKeysBody): Promise<boolean> {
  try {
    await call(saveMyKeys, { body })
    return true
  } catch (error) {
    if (!isConflict(error)) throw error
    // An earlier attempt to publish the keys may have succeeded although its response was lost.
    const { card } = await call(readMyKeys)
    return card !== null && isSameCard(card, body.card)
  }
}

/** Runs work in one tab at a time. Without Web Locks, the server's conflict check decides. */
export function alone<T>(userId: number, work: () => Promise<T>): Promise<T> {
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
  return alone(id, async () => {
    const [published, local] = [await call(readMyKeys), await loadIdentity(id)]
    if (published.card) return local && isSameCard(published.card, local.card) ? local : null
    if (local) return (await publish({ card: local.card, dev: local.dev })) ? local : null
    const generated = await openSeeds(id, [{ gen: published.gen + 1, bytes: newSeed() }])
    const { identity } = generated
    await storeKeys(generated)
    if (!(await publish({ card: identity.card, dev: identity.dev }))) {
      await dropKeys(id)
      return null
    }
    await signNameBestEffort(identity, fullName, published.name)
    // Without persistent storage the browser may delete the keys when disk space is low.
    await navigator.storage?.persist?.().catch(() => false)
    return identity
  })
}

/** Publishes this device's keys again after the server lost them, for example through a restored backup. */
export async function publishAgain({ card, dev }: Identity, proof: ProofBody): Promise<void> {
  if (!(await publish({ card, dev, ...proof }))) throw new KeyTrouble('other-card')
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
  opened: OpenKeys | undefined,
  proof: ProofBody,
): Promise<Identity> {
  const before = opened ?? (await openKept(owner.id))
  const newest: Seed = { gen: keys.gen + 1, bytes: newSeed() }
  const generated = await openSeeds(owner.id, joinSeeds([newest], before?.seeds ?? []))
  const { identity } = generated
  const wrap = await wrapOlderSeeds(generated.seeds, owner.id)
  const name = before ? (await readOwnName(before.identity, keys.name))?.name : owner.fullName
  if (!(await publish({ card: identity.card, dev: identity.dev, ...(wrap && { wrap }), ...proof }))) {
    throw new KeyTrouble('late')
  }
  const local = await loadIdentity(owner.id)
  await storeKeys(await addStoredGenerations(generated, local ? local.isRestored : true))
  if (name) await signNameBestEffort(identity, name, keys.name)
  return identity
}

async function readPhraseSecret(text: string): Promise<Bytes> {
  const { wordsOf, hasRightLength, unknownWords, phraseSecret } = await loadPhrase()
  const words = wordsOf(text)
  const unknown = unknownWords(words)
  if (unknown.length > 0) throw new KeyTrouble('unknown-words', unknown.slice(0, 3).join(', '))
  if (!hasRightLength(words)) throw new KeyTrouble('word-count', String(words.length))
  const secret = phraseSecret(words.join(' '))
  if (!secret) throw new KeyTrouble('never-a-phrase')
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
export async function openAs(userId: number, card: Card | null, seeds: Seeds): Promise<OpenKeys> {
  const opened = await openSeeds(userId, seeds)
  if (!card || !isSameCard(card, opened.identity.card)) throw new KeyTrouble('other-card')
  const stored = await loadIdentity(userId).catch(() => undefined)
  if (!stored || !isSameCard(stored.card, card)) return opened
  return { ...opened, identity: { ...opened.identity, dev: stored.dev } }
}

async function unlock(
  userId: number,
  keys: MyKeys,
  wrap: Wrap | undefined,
  secret: Bytes,
): Promise<OpenKeys> {
  const { card } = keys
  if (!card || !wrap) throw new KeyTrouble('other-card')
  const { kind, blob } = wrap
  const { gen } = card
  const bytes = await unwrapSeed(blob, secret, { userId, gen, kind }).catch(() => {
    throw new KeyTrouble(kind === 'phrase' ? 'wrong-phrase' : 'wrong-passkey')
  })
  const newest = { gen, bytes }
  return openAs(userId, card, joinSeeds([newest], await unwrapOlderSeeds(keys, userId, newest)))
}

export async function openByPhrase(userId: number, keys: MyKeys, words: string): Promise<OpenKeys> {
  const secret = await readPhraseSecret(words)
  return unlock(
    userId,
    keys,
    keys.wraps.find(({ kind }) => kind === 'phrase'),
    secret,
  )
}

/** Returns the credential ids of the passkeys that unlock these keys. */
export function passkeysOf({ wraps }: MyKeys): string[] {
  return wraps.flatMap(({ kind, credentialId }) => (kind === 'passkey' && credentialId ? [credentialId] : []))
}

export async function openByPasskey(userId: number, keys: MyKeys): Promise<OpenKeys> {
  const { askPasskey } = await loadPasskey()
  return openByAnswer(userId, keys, await askPasskey(passkeysOf(keys)))
}

/** Unlocks the keys with the PRF secret of a passkey. */
export function openByAnswer(userId: number, keys: MyKeys, answer: PasskeyAnswer): Promise<OpenKeys> {
  const wrap = keys.wraps.find(({ credentialId }) => credentialId === answer.credentialId)
  return unlock(userId, keys, wrap, answer.secret)
}

/** Unlocks the keys with the seeds on this device, after re-authentication. Undefined: it stores no seeds. */
export async function openKept(userId: number): Promise<OpenKeys | undefined> {
  const stored = await loadIdentity(userId)
  const [newest, ...older] = await loadSeeds(userId)
  return stored && newest && openAs(userId, stored.card, [newest, ...older])
}

/** Adds the earlier generations of keys that this device already holds, so that it can still read old messages. */
async function addStoredGenerations(
  { seeds, identity }: OpenKeys,
  isRestored: true | undefined,
): Promise<OpenKeys> {
  const { userId, gen } = identity.card
  const before = await loadIdentity(userId)
  const joined = await openSeeds(userId, joinSeeds(seeds, await loadSeeds(userId).catch(() => [])))
  const older = [...(joined.identity.older ?? [])]
  for (const previous of before ? [before, ...(before.older ?? [])] : []) {
    const isKnown = previous.card.gen >= gen || older.some(({ card }) => card.gen === previous.card.gen)
    if (!isKnown) older.push({ card: previous.card, box: previous.box })
  }
  return { seeds: joined.seeds, identity: { ...identity, older, ...(isRestored && { isRestored }) } }
}

/** Stores unlocked keys on this device and registers the device with the server. */
export async function adopt(opened: OpenKeys): Promise<Identity> {
  const local = await loadIdentity(opened.identity.card.userId)
  const isKnown = local && isSameCard(local.card, opened.identity.card)
  const complete = await addStoredGenerations(opened, isKnown ? local.isRestored : true)
  await storeKeys(complete)
  const { dev, card } = complete.identity
  await call(addDevice, { body: { dev, gen: card.gen } })
  return complete.identity
}

export async function mayAddPasskey(): Promise<boolean> {
  return (await loadPasskey()).mayHavePasskey()
}

/** Stores another wrap of the newest seed, and the wrap of older seeds if the server has lost it. */
async function addWrapOf(
  { seeds, identity }: OpenKeys,
  keys: MyKeys,
  method: Pick<Wrap, 'credentialId'> & { kind: 'phrase' | 'passkey'; secret: Bytes },
  proof: ProofBody,
): Promise<void> {
  const { userId, gen } = identity.card
  const { kind, credentialId, secret } = method
  const blob = await wrapSeed(seeds[0].bytes, secret, { userId, gen, kind })
  await call(addWrap, { body: { wrap: { gen, kind, credentialId, blob }, ...proof } })
  const older = await wrapOlderSeeds(seeds, userId)
  if (older && !keys.wraps.some(wrap => wrap.kind === 'older')) {
    await call(addWrap, { body: { wrap: older, ...proof } })
  }
}

export async function newPhrase(): Promise<string[]> {
  return (await loadPhrase()).newPhrase()
}

/** Replaces the recovery phrase, if there is one. */
export async function savePhrase(
  opened: OpenKeys,
  keys: MyKeys,
  words: string[],
  proof: ProofBody,
): Promise<void> {
  const secret = await readPhraseSecret(words.join(' '))
  await addWrapOf(opened, keys, { kind: 'phrase', credentialId: null, secret }, proof)
}

export async function addPasskey(
  opened: OpenKeys,
  keys: MyKeys,
  owner: PasskeyOwner,
  proof: ProofBody,
): Promise<void> {
  const { createPasskey } = await loadPasskey()
  const generated = await createPasskey(owner, passkeysOf(keys))
  await keepByPasskey(opened, keys, generated, proof)
}

/** Stores a copy of the keys on the server, encrypted so that this passkey can unlock it. */
export function keepByPasskey(
  opened: OpenKeys,
  keys: MyKeys,
  answer: PasskeyAnswer,
  proof: ProofBody,
): Promise<void> {
  return addWrapOf(opened, keys, { kind: 'passkey', ...answer }, proof)
}

export async function removeWay(id: number, proof: ProofBody): Promise<void> {
  await call(removeWrap, { params: { id }, body: proof })
}
