// Published cards as a lying server shows them, judged by a device without a browser.
import { beforeAll, describe, expect, test } from 'vitest'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { createIdentity, generateSeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { hasUsedOwnKeys } from '#web/lib/e2ee/group/own-key-use.ts'
import { chooseKeyStartAction, classifyPublishedCard } from './own-card.ts'

const userId = 7
const createdAt = '2026-11-17T08:00:00.000Z'
const createCard = async (gen: number) => (await createIdentity(generateSeed(), userId, gen)).card
let [own, forged, next] = [] as unknown as [Card, Card, Card]
beforeAll(async () => {
  ;[own, forged, next] = await Promise.all([createCard(2), createCard(2), createCard(3)])
})

const judge = (card: Card | null, { priorUnused = true, hasEncrypted = false } = {}) =>
  classifyPublishedCard(own, { card, createdAt, priorUnused }, { hasEncrypted })?.kind ?? null

describe('classifyPublishedCard', () => {
  test('the card of this device, or none, raises no alarm', () => {
    expect(judge(own)).toBeNull()
    expect(judge(null)).toBeNull()
  })

  test('another card of the same generation is an attack, whatever the server claims', () => {
    expect(judge(forged)).toBe('foreign')
    expect(judge(forged, { priorUnused: true, hasEncrypted: true })).toBe('foreign')
  })

  test('a card of the next generation is a question if nothing was encrypted, and a red alarm otherwise', () => {
    expect(judge(next)).toBe('question')
    expect(judge(next, { priorUnused: false })).toBe('replaced')
  })

  test('a server that inserts a card and claims that nothing was encrypted cannot soften the alarm of a device that knows better', () => {
    expect(judge(next, { priorUnused: true, hasEncrypted: true })).toBe('replaced')
  })

  test('the alarm names the forged card and the time of its publication, so that an answer applies to this card alone', () => {
    const alarm = classifyPublishedCard(
      own,
      { card: next, createdAt, priorUnused: true },
      { hasEncrypted: false },
    )
    expect(alarm).toEqual({ kind: 'question', since: createdAt, card: next.sign })
  })

  test('an earlier generation means a restored server', async () => {
    expect(judge(await createCard(1))).toBe('behind')
  })
})

describe('hasUsedOwnKeys', () => {
  const roster = (card: Card) => ({ kept: { roster: { spans: [{ card }] } as never } })
  const device = (part: Partial<Identity> = {}) => ({ card: own, ...part })

  test('keys count as used if a verified roster lists them, or if they were restored or renewed', () => {
    expect(hasUsedOwnKeys(device(), [roster(own)])).toBe(true)
    expect(hasUsedOwnKeys(device({ isRestored: true }), [])).toBe(true)
    expect(hasUsedOwnKeys(device({ older: [{ card: forged, box: new Uint8Array(32) }] }), [])).toBe(true)
  })

  test('keys count as unused while only rosters without them are stored', () => {
    expect(hasUsedOwnKeys(device(), [roster(forged), { kept: {} }])).toBe(false)
  })
})

describe('chooseKeyStartAction', () => {
  const wrap = { id: 1, gen: 2, kind: 'phrase' as const, credentialId: null, blob: 'a', createdAt }
  const publish = (part: Partial<MyKeys> = {}) => ({ card: own, isUsed: false, wraps: [], ...part })

  test('a device without keys creates them if the user has none or none that anything depends on', () => {
    expect(chooseKeyStartAction(undefined, publish({ card: null }))).toBe('create')
    expect(chooseKeyStartAction(undefined, publish())).toBe('create')
  })

  test('a device without keys asks for existing keys that are used or backed up', () => {
    expect(chooseKeyStartAction(undefined, publish({ isUsed: true }))).toBe('restore')
    expect(chooseKeyStartAction(undefined, publish({ wraps: [wrap] }))).toBe('restore')
    // A server of an earlier release does not say whether keys are used.
    expect(chooseKeyStartAction(undefined, { card: own, wraps: [] } as never)).toBe('restore')
  })

  test('a device with keys never replaces published keys, even if the server claims that they are unused', () => {
    expect(chooseKeyStartAction(forged, publish())).toBe('restore')
    expect(chooseKeyStartAction(own, publish({ card: next }))).toBe('restore')
    expect(chooseKeyStartAction(own, publish())).toBe('ready')
    expect(chooseKeyStartAction(own, publish({ card: null }))).toBe('publish')
  })
})
