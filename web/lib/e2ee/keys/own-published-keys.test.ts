// Tests the alarms that a device raises when a dishonest server publishes other public keys in the user's name.
import { beforeAll, describe, expect, test } from 'vitest'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { createIdentityKeys, generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { hasUsedOwnEncryptionKeysInGroups } from '#web/lib/e2ee/group/own-key-use.ts'
import { compareOwnKeysWithPublishedKeys, decideToCreatePublishOrRestoreKeys } from './own-published-keys.ts'

const userId = 7
const createdAt = '2026-11-17T08:00:00.000Z'
const createCard = async (gen: number) => (await createIdentityKeys(generateKeySeed(), userId, gen)).card
let [own, forged, next] = [] as unknown as [Card, Card, Card]
beforeAll(async () => {
  ;[own, forged, next] = await Promise.all([createCard(2), createCard(2), createCard(3)])
})

const classifyKeys = (card: Card | null, { priorUnused = true, hasEncrypted = false } = {}) =>
  compareOwnKeysWithPublishedKeys(own, { card, createdAt, priorUnused }, { hasEncrypted })?.kind ?? null

describe('compareOwnKeysWithPublishedKeys', () => {
  test("the device raises no alarm when the server publishes the device's own public keys (key card) or none", () => {
    expect(classifyKeys(own)).toBeNull()
    expect(classifyKeys(null)).toBeNull()
  })

  test('when the server publishes other public keys (key card) of the same key generation, the user sees a red security alarm, whatever the server claims', () => {
    expect(classifyKeys(forged)).toBe('foreign')
    expect(classifyKeys(forged, { priorUnused: true, hasEncrypted: true })).toBe('foreign')
  })

  test('when the server publishes keys of a higher generation, the user is asked who created them, with a red security alarm if earlier keys were used', () => {
    expect(classifyKeys(next)).toBe('question')
    expect(classifyKeys(next, { priorUnused: false })).toBe('replaced')
  })

  test('a server cannot avoid the red security alarm about foreign keys by claiming that nothing was encrypted if the device has encrypted messages', () => {
    expect(classifyKeys(next, { priorUnused: true, hasEncrypted: true })).toBe('replaced')
  })

  test("the alarm names the forged public keys (key card) and their time of publication, so that the user's decision applies only to these keys", () => {
    const alarm = compareOwnKeysWithPublishedKeys(
      own,
      { card: next, createdAt, priorUnused: true },
      { hasEncrypted: false },
    )
    expect(alarm).toEqual({ kind: 'question', since: createdAt, card: next.sign })
  })

  test("the device reports a restored server when the server publishes an earlier generation of the user's public keys (key card)", async () => {
    expect(classifyKeys(await createCard(1))).toBe('behind')
  })
})

describe('hasUsedOwnEncryptionKeysInGroups', () => {
  const roster = (card: Card) => ({ kept: { roster: { spans: [{ card }] } as never } })
  const device = (part: Partial<Identity> = {}) => ({ card: own, ...part })

  test('encryption keys count as used when a verified roster (signed member list of a group) lists them, or when the user has restored or renewed them', () => {
    expect(hasUsedOwnEncryptionKeysInGroups(device(), [roster(own)])).toBe(true)
    expect(hasUsedOwnEncryptionKeysInGroups(device({ isRestored: true }), [])).toBe(true)
    expect(
      hasUsedOwnEncryptionKeysInGroups(device({ older: [{ card: forged, box: new Uint8Array(32) }] }), []),
    ).toBe(true)
  })

  test('encryption keys count as unused while the device stores only rosters (signed member lists of groups) that do not list them', () => {
    expect(hasUsedOwnEncryptionKeysInGroups(device(), [roster(forged), { kept: {} }])).toBe(false)
  })
})

describe('decideToCreatePublishOrRestoreKeys', () => {
  const wrap = { id: 1, gen: 2, kind: 'phrase' as const, credentialId: null, blob: 'a', createdAt }
  const publish = (part: Partial<MyKeys> = {}) => ({ card: own, isUsed: false, wraps: [], ...part })

  test('a device without keys creates keys if the user has none or only unused ones', () => {
    expect(decideToCreatePublishOrRestoreKeys(undefined, publish({ card: null }))).toBe('create')
    expect(decideToCreatePublishOrRestoreKeys(undefined, publish())).toBe('create')
  })

  test('a device without keys asks the user to restore keys that are used or backed up', () => {
    expect(decideToCreatePublishOrRestoreKeys(undefined, publish({ isUsed: true }))).toBe('restore')
    expect(decideToCreatePublishOrRestoreKeys(undefined, publish({ wraps: [wrap] }))).toBe('restore')
    // A server of an earlier release does not say whether keys have been used.
    expect(decideToCreatePublishOrRestoreKeys(undefined, { card: own, wraps: [] } as never)).toBe('restore')
  })

  test('a device with keys never replaces published keys, even if the server states that they are unused', () => {
    expect(decideToCreatePublishOrRestoreKeys(forged, publish())).toBe('restore')
    expect(decideToCreatePublishOrRestoreKeys(own, publish({ card: next }))).toBe('restore')
    expect(decideToCreatePublishOrRestoreKeys(own, publish())).toBe('ready')
    expect(decideToCreatePublishOrRestoreKeys(own, publish({ card: null }))).toBe('publish')
  })
})
