// Tests sign-out when the server lists recovery methods that would not work.
import { describe, expect, test } from 'vitest'
import type { KeyDevice, WrapRow } from '#shared/contracts/keys/keys.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { decideWhatHappensToKeysAtSignOut, listOtherRecoveryMethods } from './recovery-methods.ts'

const now = Date.parse('2026-11-17T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const card: Card = { userId: 7, gen: 2, sign: 's', box: 'b', sig: 'g' }
const identity = { dev: 'this', card }
const device = (dev: string, hours: number, gen = 2): KeyDevice => ({
  dev,
  gen,
  name: 'Telefon',
  createdAt: hoursAgo(1000),
  usedAt: hoursAgo(hours),
})
const wrap = (kind: WrapRow['kind'], gen = 2): WrapRow => ({
  id: 1,
  gen,
  kind,
  credentialId: null,
  blob: 'a',
  createdAt: hoursAgo(1),
})
const keys = { card, wraps: [] as WrapRow[], devices: [device('this', 0)], isUsed: true }
const decide = (part: Partial<typeof keys>, hasEncrypted = false) =>
  decideWhatHappensToKeysAtSignOut({ ...keys, ...part }, identity, { hasEncrypted }, now)

describe('decideWhatHappensToKeysAtSignOut', () => {
  test('at sign-out, the user is asked whether to remove the encryption keys if the only linked device was last seen more than 24 hours ago', () => {
    expect(decide({ devices: [device('this', 0), device('gone', 25)] })).toBe('ask')
    expect(decide({ devices: [device('this', 0), device('gone', 29 * 24)] })).toBe('ask')
    expect(decide({ devices: [device('this', 0), device('phone', 23)] })).toBe('remove')
  })

  test('removing the keys from a device needs no confirmation if a recovery phrase or a passkey exists', () => {
    expect(decide({ wraps: [wrap('phrase')] })).toBe('remove')
    expect(decide({ wraps: [wrap('passkey')] })).toBe('remove')
  })

  test('a recovery phrase or device with keys of another key generation, or a backup of earlier keys only, does not count as a recovery method', () => {
    expect(decide({ wraps: [wrap('phrase', 1), wrap('older')] })).toBe('ask')
    expect(decide({ devices: [device('this', 0), device('phone', 1, 1)] })).toBe('ask')
    expect(listOtherRecoveryMethods({ ...keys, wraps: [wrap('older')] }, identity, now)).toEqual([])
  })

  test('at sign-out, unused public keys are withdrawn from the server, unless this device knows of data encrypted to these keys', () => {
    expect(decide({ isUsed: false })).toBe('withdraw')
    expect(decide({ isUsed: false }, true)).toBe('ask')
  })

  test('while the server publishes other keys in the name of the user, sign-out never removes keys without asking', () => {
    const foreign = { ...card, sign: 'x' }
    expect(decide({ card: foreign, wraps: [wrap('phrase')], isUsed: false })).toBe('ask')
  })
})
