// Tests sign-out when the server lists recovery methods that would not work.
import { describe, expect, test } from 'vitest'
import type { KeyDevice, WrapRow } from '#shared/contracts/keys/keys.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { decideWhatHappensToKeysAtSignOut, listRecoveryMethodsBesidesThisDevice } from './recovery-methods.ts'

const now = Date.parse('2026-11-17T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const card: Card = { userId: 7, gen: 2, sign: 's', box: 'b', sig: 'g' }
const identity = { dev: 'this', card }
const buildDeviceWithKeys = (dev: string, hours: number, gen = 2): KeyDevice => ({
  dev,
  gen,
  name: 'Telefon',
  createdAt: hoursAgo(1000),
  usedAt: hoursAgo(hours),
})
const buildKeyWrap = (kind: WrapRow['kind'], gen = 2): WrapRow => ({
  id: 1,
  gen,
  kind,
  credentialId: null,
  blob: 'a',
  createdAt: hoursAgo(1),
})
const keys = { card, wraps: [] as WrapRow[], devices: [buildDeviceWithKeys('this', 0)], isUsed: true }
const decideAtSignOut = (part: Partial<typeof keys>, hasEncrypted = false) =>
  decideWhatHappensToKeysAtSignOut({ ...keys, ...part }, identity, { hasEncrypted }, now)

describe('decideWhatHappensToKeysAtSignOut', () => {
  test('at sign-out, the user is asked whether to remove the encryption keys if the only linked device was last seen more than 24 hours ago', () => {
    expect(
      decideAtSignOut({ devices: [buildDeviceWithKeys('this', 0), buildDeviceWithKeys('gone', 25)] }),
    ).toBe('ask')
    expect(
      decideAtSignOut({ devices: [buildDeviceWithKeys('this', 0), buildDeviceWithKeys('gone', 29 * 24)] }),
    ).toBe('ask')
    expect(
      decideAtSignOut({ devices: [buildDeviceWithKeys('this', 0), buildDeviceWithKeys('phone', 23)] }),
    ).toBe('remove')
  })

  test('removing the keys from a device needs no confirmation if a recovery phrase or a passkey exists', () => {
    expect(decideAtSignOut({ wraps: [buildKeyWrap('phrase')] })).toBe('remove')
    expect(decideAtSignOut({ wraps: [buildKeyWrap('passkey')] })).toBe('remove')
  })

  test('a recovery phrase, device or backup that holds only keys of another generation does not count as a recovery method', () => {
    expect(decideAtSignOut({ wraps: [buildKeyWrap('phrase', 1), buildKeyWrap('older')] })).toBe('ask')
    expect(
      decideAtSignOut({ devices: [buildDeviceWithKeys('this', 0), buildDeviceWithKeys('phone', 1, 1)] }),
    ).toBe('ask')
    expect(
      listRecoveryMethodsBesidesThisDevice({ ...keys, wraps: [buildKeyWrap('older')] }, identity, now),
    ).toEqual([])
  })

  test('signing out withdraws public keys without asking the user if this device knows no data that is encrypted to them', () => {
    expect(decideAtSignOut({ isUsed: false })).toBe('withdraw')
    expect(decideAtSignOut({ isUsed: false }, true)).toBe('ask')
  })

  test('while the server publishes other keys in the name of the user, sign-out never removes keys without asking', () => {
    const foreign = { ...card, sign: 'x' }
    expect(decideAtSignOut({ card: foreign, wraps: [buildKeyWrap('phrase')], isUsed: false })).toBe('ask')
  })
})
