import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  isSendingStoppedByKeyMismatchAlarm,
  type KeyAlarm,
  keyMismatchAlarm,
  loadKeyMismatchAlarm,
  setOrClearKeyMismatchAlarm,
  storeUserResponseToKeyMismatchAlarm,
} from './key-mismatch-alarm.ts'

const userId = 7
const alarm: KeyAlarm = { kind: 'replaced', since: null, card: 'one' }
let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  keyMismatchAlarm.set(null)
})

describe('alarm about foreign keys', () => {
  test("the user's decision on an alarm about foreign public keys (key card) does not apply to other published public keys", () => {
    setOrClearKeyMismatchAlarm(userId, alarm)
    storeUserResponseToKeyMismatchAlarm(userId, 'own')
    setOrClearKeyMismatchAlarm(userId, alarm)
    expect(keyMismatchAlarm.get()?.answer).toBe('own')
    setOrClearKeyMismatchAlarm(userId, { ...alarm, card: 'two' })
    expect(keyMismatchAlarm.get()?.answer).toBeUndefined()
  })

  test("an alarm about foreign keys and the user's decision survive a reload, and are removed once the published keys equal those of this device", () => {
    setOrClearKeyMismatchAlarm(userId, alarm)
    storeUserResponseToKeyMismatchAlarm(userId, 'not-own')
    keyMismatchAlarm.set(null)
    loadKeyMismatchAlarm(userId)
    expect(keyMismatchAlarm.get()).toEqual({ ...alarm, answer: 'not-own' })
    setOrClearKeyMismatchAlarm(userId, null)
    loadKeyMismatchAlarm(userId)
    expect(keyMismatchAlarm.get()).toBeNull()
  })

  test('an alarm about unknown public keys that an earlier release stored is loaded as a red security alarm which the user must answer', () => {
    stored.set(`perantau-key-alarm-${userId}`, JSON.stringify({ kind: 'renewed', since: null }))
    loadKeyMismatchAlarm(userId)
    expect(keyMismatchAlarm.get()).toEqual({ kind: 'replaced', since: null, card: '' })
  })

  test('isSendingStoppedByKeyMismatchAlarm is true if the server publishes other keys, even accepted ones, and false if a restored server has older keys', () => {
    expect(isSendingStoppedByKeyMismatchAlarm(null)).toBe(false)
    for (const kind of ['foreign', 'replaced', 'question'] as const)
      expect(isSendingStoppedByKeyMismatchAlarm({ ...alarm, kind })).toBe(true)
    expect(isSendingStoppedByKeyMismatchAlarm({ ...alarm, answer: 'own' })).toBe(true)
    expect(isSendingStoppedByKeyMismatchAlarm({ ...alarm, kind: 'behind' })).toBe(false)
  })
})
