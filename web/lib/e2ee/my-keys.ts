// A person's keys on this device: made here by themselves, left with the server locked under what only their owner has,
// and opened again from there.
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

async function keep(opened: OpenKeys): Promise<void> {
  await saveKeys(opened).catch(() => {
    throw new KeyTrouble('not-stored')
  })
}

const isConflict = (error: unknown) => hasStatus(error, 409)

/** False: others were published first. */
async function publish(body: MyKeysBody): Promise<boolean> {
  try {
    await call(saveMyKeys, { body })
    return true
  } catch (error) {
    if (!isConflict(error)) throw error
    // Of an earlier try only the answer may have been lost on the way; then they are there.
    const { card } = await call(readMyKeys)
    return card !== null && isSameCard(card, body.card)
  }
}

/** One tab at a time; where the browser has no locks, the server decides whose keys come first. */
export function alone<T>(userId: number, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return navigator.locks.request(`perantau-keys-${userId}`, work) as Promise<T>
}

/** Later is soon enough: what one is called can be signed in the settings, too. */
async function signNameQuietly(...given: Parameters<typeof signName>): Promise<void> {
  await signName(...given).catch(() => {})
}

/**
 * Where nobody knows any keys of this person: those of this device, or else new ones. They are kept before they are
 * published, because published and lost they would shut their owner out. Null: this person has keys, elsewhere.
 */
export function ensureKeys({ id, fullName }: { id: number; fullName: string }): Promise<Identity | null> {
  return alone(id, async () => {
    const [mine, known] = [await call(readMyKeys), await loadIdentity(id)]
    if (mine.card) return known && isSameCard(mine.card, known.card) ? known : null
    if (known) return (await publish({ card: known.card, dev: known.dev })) ? known : null
    const made = await openSeeds(id, [{ gen: mine.gen + 1, bytes: newSeed() }])
    const { identity } = made
    await keep(made)
    if (!(await publish({ card: identity.card, dev: identity.dev }))) {
      await dropKeys(id)
      return null
    }
    await signNameQuietly(identity, fullName, mine.name)
    // A browser that is short of room throws away what it was not asked to keep.
    await navigator.storage?.persist?.().catch(() => false)
    return identity
  })
}

/** The server has forgotten these keys, or all since: it was set back. */
export async function publishAgain({ card, dev }: Identity, proof: ProofBody): Promise<void> {
  if (!(await publish({ card, dev, ...proof }))) throw new KeyTrouble('other-card')
}

async function lockOlder([newest, ...older]: Seeds, userId: number): Promise<Wrap | undefined> {
  if (older.length === 0) return undefined
  const { gen } = newest
  const blob = await wrapSeed(packSeeds(older), newest.bytes, { userId, gen, kind: 'older' })
  return { gen, kind: 'older', credentialId: null, blob }
}

/**
 * New keys in place of the old ones. With the old seeds at hand they go along, locked under the new one, so that whoever
 * opens the new keys reads everything; without them what was written before stays closed.
 */
export async function renewKeys(
  owner: { id: number; fullName: string },
  keys: MyKeys,
  opened: OpenKeys | undefined,
  proof: ProofBody,
): Promise<Identity> {
  const before = opened ?? (await openKept(owner.id))
  const newest: Seed = { gen: keys.gen + 1, bytes: newSeed() }
  const made = await openSeeds(owner.id, joinSeeds([newest], before?.seeds ?? []))
  const { identity } = made
  const wrap = await lockOlder(made.seeds, owner.id)
  const name = before ? (await readOwnName(before.identity, keys.name))?.name : owner.fullName
  if (!(await publish({ card: identity.card, dev: identity.dev, ...(wrap && { wrap }), ...proof }))) {
    throw new KeyTrouble('late')
  }
  const known = await loadIdentity(owner.id)
  await keep(await withOwnPast(made, known ? known.isRestored : true))
  if (name) await signNameQuietly(identity, name, keys.name)
  return identity
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

/** What does not open is left: it holds what came before, and nothing that is needed now. */
async function openOlder({ wraps }: MyKeys, userId: number, { gen, bytes }: Seed): Promise<Seed[]> {
  const wrap = wraps.find(({ kind }) => kind === 'older')
  if (!wrap) return []
  try {
    return unpackSeeds(await unwrapSeed(wrap.blob, bytes, { userId, gen, kind: 'older' }))
  } catch {
    return []
  }
}

/** The server's word alone is not taken: what comes out has to be what everybody is shown as this person's keys. */
export async function openAs(userId: number, card: Card | null, seeds: Seeds): Promise<OpenKeys> {
  const opened = await openSeeds(userId, seeds)
  if (!card || !isSameCard(card, opened.identity.card)) throw new KeyTrouble('other-card')
  const here = await loadIdentity(userId).catch(() => undefined)
  if (!here || !isSameCard(here.card, card)) return opened
  return { ...opened, identity: { ...opened.identity, dev: here.dev } }
}

async function open(userId: number, keys: MyKeys, wrap: Wrap | undefined, secret: Bytes): Promise<OpenKeys> {
  const { card } = keys
  if (!card || !wrap) throw new KeyTrouble('other-card')
  const { kind, blob } = wrap
  const { gen } = card
  const bytes = await unwrapSeed(blob, secret, { userId, gen, kind }).catch(() => {
    throw new KeyTrouble(kind === 'phrase' ? 'wrong-phrase' : 'wrong-passkey')
  })
  const newest = { gen, bytes }
  return openAs(userId, card, joinSeeds([newest], await openOlder(keys, userId, newest)))
}

export async function openByPhrase(userId: number, keys: MyKeys, words: string): Promise<OpenKeys> {
  const secret = await secretOfPhrase(words)
  return open(
    userId,
    keys,
    keys.wraps.find(({ kind }) => kind === 'phrase'),
    secret,
  )
}

/** Of the passkeys that open these keys. */
export function passkeysOf({ wraps }: MyKeys): string[] {
  return wraps.flatMap(({ kind, credentialId }) => (kind === 'passkey' && credentialId ? [credentialId] : []))
}

export async function openByPasskey(userId: number, keys: MyKeys): Promise<OpenKeys> {
  const { askPasskey } = await loadPasskey()
  return openByAnswer(userId, keys, await askPasskey(passkeysOf(keys)))
}

/** By what a passkey has answered. */
export function openByAnswer(userId: number, keys: MyKeys, answer: PasskeyAnswer): Promise<OpenKeys> {
  const wrap = keys.wraps.find(({ credentialId }) => credentialId === answer.credentialId)
  return open(userId, keys, wrap, answer.secret)
}

/** With what this device itself keeps, once the person has proved who they are. Undefined: it keeps the keys alone. */
export async function openKept(userId: number): Promise<OpenKeys | undefined> {
  const here = await loadIdentity(userId)
  const [newest, ...older] = await loadSeeds(userId)
  return here && newest && openAs(userId, here.card, [newest, ...older])
}

/** What this device could read before it can read still. */
async function withOwnPast({ seeds, identity }: OpenKeys, isRestored: true | undefined): Promise<OpenKeys> {
  const { userId, gen } = identity.card
  const before = await loadIdentity(userId)
  const joined = await openSeeds(userId, joinSeeds(seeds, await loadSeeds(userId).catch(() => [])))
  const older = [...(joined.identity.older ?? [])]
  for (const one of before ? [before, ...(before.older ?? [])] : []) {
    const isKnown = one.card.gen >= gen || older.some(({ card }) => card.gen === one.card.gen)
    if (!isKnown) older.push({ card: one.card, box: one.box })
  }
  return { seeds: joined.seeds, identity: { ...identity, older, ...(isRestored && { isRestored }) } }
}

/** From now on this device has them. */
export async function adopt(opened: OpenKeys): Promise<Identity> {
  const known = await loadIdentity(opened.identity.card.userId)
  const isKnown = known && isSameCard(known.card, opened.identity.card)
  const whole = await withOwnPast(opened, isKnown ? known.isRestored : true)
  await keep(whole)
  const { dev, card } = whole.identity
  await call(addDevice, { body: { dev, gen: card.gen } })
  return whole.identity
}

export async function mayAddPasskey(): Promise<boolean> {
  return (await loadPasskey()).mayHavePasskey()
}

/** One more way to the same keys. Those of before are put beside it where the server has lost them. */
async function addWay(
  { seeds, identity }: OpenKeys,
  keys: MyKeys,
  way: Pick<Wrap, 'credentialId'> & { kind: 'phrase' | 'passkey'; secret: Bytes },
  proof: ProofBody,
): Promise<void> {
  const { userId, gen } = identity.card
  const { kind, credentialId, secret } = way
  const blob = await wrapSeed(seeds[0].bytes, secret, { userId, gen, kind })
  await call(addWrap, { body: { wrap: { gen, kind, credentialId, blob }, ...proof } })
  const older = await lockOlder(seeds, userId)
  if (older && !keys.wraps.some(wrap => wrap.kind === 'older')) {
    await call(addWrap, { body: { wrap: older, ...proof } })
  }
}

export async function newPhrase(): Promise<string[]> {
  return (await loadPhrase()).newPhrase()
}

/** In place of the one there was, if any. */
export async function savePhrase(
  opened: OpenKeys,
  keys: MyKeys,
  words: string[],
  proof: ProofBody,
): Promise<void> {
  const secret = await secretOfPhrase(words.join(' '))
  await addWay(opened, keys, { kind: 'phrase', credentialId: null, secret }, proof)
}

export async function addPasskey(
  opened: OpenKeys,
  keys: MyKeys,
  owner: PasskeyOwner,
  proof: ProofBody,
): Promise<void> {
  const { createPasskey } = await loadPasskey()
  const made = await createPasskey(owner, passkeysOf(keys))
  await keepByPasskey(opened, keys, made, proof)
}

/** From now on this passkey opens the keys. */
export function keepByPasskey(
  opened: OpenKeys,
  keys: MyKeys,
  answer: PasskeyAnswer,
  proof: ProofBody,
): Promise<void> {
  return addWay(opened, keys, { kind: 'passkey', ...answer }, proof)
}

export async function removeWay(id: number, proof: ProofBody): Promise<void> {
  await call(removeWrap, { params: { id }, body: proof })
}
