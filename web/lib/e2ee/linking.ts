// API calls for device linking: a new device requests the user's keys, and an old device sends them.
import { answerLink, closeLink, openLink, readLink } from '#shared/contracts/key-links.endpoints.ts'
import type { KeyLink } from '#shared/contracts/key-links.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { call, hasStatus } from '#web/lib/api.ts'
import type { Identity } from './identity.ts'
import { KeyTrouble } from './key-trouble.ts'
import { type Asking, ask, digitsOf, give, isGenuineOffer, linkIdOf, take } from './link.ts'
import { adopt, openAs } from './my-keys.ts'
import type { OpenKeys } from './seeds.ts'
import type { TrustRecord } from './trust.ts'
import { trustOf } from './trust-store.ts'

const isMissing = (error: unknown) => hasStatus(error, 404)

/** Maximum size in characters of a trust record sent while linking; larger ones arrive through the vault. */
const maxTrustLength = 300_000

/** Serializes this device's trust record, so that the new device need not rely on the server for it. */
async function packTrust(userId: number): Promise<string> {
  const trust = trustOf(userId)
  await trust.load()
  const packed = JSON.stringify({ ...trust.get(), plain: [] } satisfies TrustRecord)
  return packed.length > maxTrustLength ? '' : packed
}

async function takeTrust(userId: number, packed: string): Promise<void> {
  if (!packed) return
  const trust = trustOf(userId)
  await trust.load()
  await trust.take(JSON.parse(packed) as TrustRecord)
}

export async function beginAsking(userId: number): Promise<Asking> {
  const request = await ask(userId)
  await call(openLink, { body: { id: request.id, ...request.offer } })
  return request
}

export async function stopAsking({ id }: Asking): Promise<void> {
  await call(closeLink, { params: { id } }).catch(() => {})
}

/** Receives the keys, which must match the user's published key card. Null: the old device has not answered yet. */
export async function receiveKeys(request: Asking, card: Card): Promise<Identity | null> {
  const { answer } = await call(readLink, { params: { id: request.id } }).catch(error => {
    throw isMissing(error) ? new KeyTrouble('link-over') : error
  })
  if (answer === null) return null
  const { seeds, trust } = await take(request, answer).catch(() => {
    throw new KeyTrouble('link-forged')
  })
  const identity = await adopt(await openAs(request.userId, card, seeds))
  await takeTrust(request.userId, trust)
  await stopAsking(request)
  return identity
}

/** Link request of a new device, found by the digits that it shows. */
export interface Asker {
  digits: string
  link: KeyLink
}

export async function findAsker(userId: number, text: string): Promise<Asker> {
  const digits = digitsOf(text)
  if (!digits) throw new KeyTrouble('no-code')
  const id = await linkIdOf(digits, userId)
  const link = await call(readLink, { params: { id } }).catch(error => {
    throw isMissing(error) ? new KeyTrouble('link-unknown') : error
  })
  if (!(await isGenuineOffer(digits, userId, link))) throw new KeyTrouble('link-forged')
  return { digits, link }
}

export async function giveKeys({ digits, link }: Asker, { seeds, identity }: OpenKeys): Promise<void> {
  const { userId } = identity.card
  const answer = await give(digits, userId, link, { seeds, trust: await packTrust(userId) })
  const id = await linkIdOf(digits, userId)
  await call(answerLink, { params: { id }, body: { answer } }).catch(error => {
    throw isMissing(error) ? new KeyTrouble('link-unknown') : error
  })
}
