// A person's keys on this device: made here, left with the server locked under what only their owner has, and opened
// again from there. The words and the seed are never stored.
import { addDevice, addWrap, readMyKeys, saveMyKeys } from '#shared/contracts/keys.endpoints.ts'
import type { MyKeys, MyKeysBody, Wrap } from '#shared/contracts/keys.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { type Identity, identityFrom, newSeed } from './identity.ts'
import { loadIdentity, saveIdentity } from './key-store.ts'
import { KeyTrouble } from './key-trouble.ts'
import type { PasskeyOwner } from './passkey.ts'
import { unwrapSeed, wrapSeed } from './wrap.ts'

/** Opened for a moment: the seed is there to be locked away once more, and is forgotten with this. */
export interface OpenKeys {
  seed: Bytes
  identity: Identity
}

export interface PreparedKeys extends OpenKeys {
  words: string[]
  wrap: Wrap
}

/** Why this browser cannot take part, if it cannot. */
export type Obstacle = 'insecure' | 'outdated' | 'no-storage'

/** What this device holds of somebody's keys, whether they are the newest or not. */
export type DeviceKeys = { obstacle: Obstacle } | { identity: Identity | null; obstacle?: undefined }

/** The words weigh more than all the rest; they come when somebody needs them. */
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

export function fetchMyKeys(): Promise<MyKeys> {
  return call(readMyKeys)
}

/** Nothing leaves this device yet. `gen`: 1, or one more than that of the keys that were lost. */
export async function prepareKeys(userId: number, gen: number): Promise<PreparedKeys> {
  const { newPhrase, phraseSecret } = await loadPhrase()
  const words = newPhrase()
  const secret = phraseSecret(words.join(' '))
  if (!secret) throw new Error('a phrase that is none')
  const seed = newSeed()
  const blob = await wrapSeed(seed, secret, { userId, gen, kind: 'phrase' })
  const identity = await identityFrom(seed, userId, gen)
  return { words, seed, identity, wrap: { gen, kind: 'phrase', credentialId: null, blob } }
}

async function keep(identity: Identity): Promise<void> {
  await saveIdentity(identity).catch(() => {
    throw new KeyTrouble('not-stored')
  })
}

async function isPublished(card: Card): Promise<boolean> {
  const mine = await fetchMyKeys()
  return mine.card !== null && isSameCard(mine.card, card)
}

export async function publishKeys({ identity, wrap }: PreparedKeys): Promise<void> {
  const { card, dev } = identity
  const body: MyKeysBody = { card, wrap, dev }
  try {
    await call(saveMyKeys, { body })
  } catch (error) {
    // Of an earlier try only the answer may have been lost on the way; then they are there.
    if (!(error instanceof ApiError && error.status === 409 && (await isPublished(card)))) throw error
  }
  await keep(identity)
}

async function secretOfPhrase(text: string): Promise<Bytes> {
  const { wordsOf, hasRightLength, unknownWords, phraseSecret } = await loadPhrase()
  const words = wordsOf(text)
  const unknown = unknownWords(words)
  if (unknown.length > 0) throw new KeyTrouble('unknown-words', unknown.slice(0, 3).join(', '))
  if (!hasRightLength(words)) throw new KeyTrouble('word-count', String(words.length))
  const secret = phraseSecret(words.join(' '))
  if (!secret) throw new KeyTrouble('never-a-phrase')
  return secret
}

/** The server's word alone is not taken: what comes out has to be what everybody is shown as this person's keys. */
async function open(
  userId: number,
  { card }: MyKeys,
  wrap: Wrap | undefined,
  secret: Bytes,
): Promise<OpenKeys> {
  if (!card || !wrap) throw new KeyTrouble('other-card')
  const { kind, blob } = wrap
  const seed = await unwrapSeed(blob, secret, { userId, gen: card.gen, kind }).catch(() => {
    throw new KeyTrouble(kind === 'phrase' ? 'wrong-phrase' : 'wrong-passkey')
  })
  const identity = await identityFrom(seed, userId, card.gen)
  if (!isSameCard(card, identity.card)) throw new KeyTrouble('other-card')
  return { seed, identity }
}

export async function openByPhrase(userId: number, keys: MyKeys, words: string): Promise<OpenKeys> {
  const secret = await secretOfPhrase(words)
  const wrap = keys.wraps.find(({ kind }) => kind === 'phrase')
  return open(userId, keys, wrap, secret)
}

/** Of the passkeys that open these keys. */
export function passkeysOf({ wraps }: MyKeys): string[] {
  return wraps.flatMap(({ kind, credentialId }) => (kind === 'passkey' && credentialId ? [credentialId] : []))
}

async function openByPasskey(userId: number, keys: MyKeys): Promise<OpenKeys> {
  const { askPasskey } = await loadPasskey()
  const { credentialId, secret } = await askPasskey(passkeysOf(keys))
  const wrap = keys.wraps.find(one => one.credentialId === credentialId)
  return open(userId, keys, wrap, secret)
}

/** From now on this device has them. */
async function adopt(opened: OpenKeys): Promise<OpenKeys> {
  const { dev, card } = opened.identity
  await call(addDevice, { body: { dev, gen: card.gen } })
  await keep(opened.identity)
  return opened
}

export async function restoreKeys(userId: number, keys: MyKeys, words: string): Promise<OpenKeys> {
  return adopt(await openByPhrase(userId, keys, words))
}

export async function restoreByPasskey(userId: number, keys: MyKeys): Promise<OpenKeys> {
  return adopt(await openByPasskey(userId, keys))
}

export async function mayAddPasskey(): Promise<boolean> {
  return (await loadPasskey()).mayHavePasskey()
}

/** One more way to the same keys. `known`: the passkeys there are already. */
export async function addPasskey(opened: OpenKeys, owner: PasskeyOwner, known: string[]): Promise<void> {
  const { createPasskey } = await loadPasskey()
  const { userId, gen } = opened.identity.card
  const { credentialId, secret } = await createPasskey(owner, known)
  const blob = await wrapSeed(opened.seed, secret, { userId, gen, kind: 'passkey' })
  const wrap: Wrap = { gen, kind: 'passkey', credentialId, blob }
  await call(addWrap, { body: wrap })
}
