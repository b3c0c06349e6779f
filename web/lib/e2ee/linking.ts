// The calls of a new device that asks an old one for the keys, and of the old one that answers.
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

/** What it takes to carry more than this is left to the vault. */
const mostTrust = 300_000

/** What this device knows of others goes along, so that the new one need not believe the server about it. */
async function packTrust(userId: number): Promise<string> {
  const trust = trustOf(userId)
  await trust.load()
  const packed = JSON.stringify({ ...trust.get(), plain: [] } satisfies TrustRecord)
  return packed.length > mostTrust ? '' : packed
}

async function takeTrust(userId: number, packed: string): Promise<void> {
  if (!packed) return
  const trust = trustOf(userId)
  await trust.load()
  await trust.take(JSON.parse(packed) as TrustRecord)
}

export async function beginAsking(userId: number): Promise<Asking> {
  const asking = await ask(userId)
  await call(openLink, { body: { id: asking.id, ...asking.offer } })
  return asking
}

export async function stopAsking({ id }: Asking): Promise<void> {
  await call(closeLink, { params: { id } }).catch(() => {})
}

/** What was given has to be what everybody is shown as this person's keys. Null: nobody has answered yet. */
export async function receiveKeys(asking: Asking, card: Card): Promise<Identity | null> {
  const { answer } = await call(readLink, { params: { id: asking.id } }).catch(error => {
    throw isMissing(error) ? new KeyTrouble('link-over') : error
  })
  if (answer === null) return null
  const { seeds, trust } = await take(asking, answer).catch(() => {
    throw new KeyTrouble('link-forged')
  })
  const identity = await adopt(await openAs(asking.userId, card, seeds))
  await takeTrust(asking.userId, trust)
  await stopAsking(asking)
  return identity
}

/** A new device that was found by its digits. */
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
