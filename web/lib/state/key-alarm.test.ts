import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  isSendingStoppedByKeyAlarm,
  type KeyAlarm,
  keyAlarm,
  loadKeyAlarm,
  setKeyAlarm,
  storeKeyAlarmAnswer,
} from './key-alarm.ts'

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
  keyAlarm.set(null)
})

describe('alarm about foreign keys', () => {
  test("the user's decision on an alarm about foreign public keys (key card) does not apply to other published public keys", () => {
    setKeyAlarm(userId, alarm)
    storeKeyAlarmAnswer(userId, 'own')
    setKeyAlarm(userId, alarm)
    expect(keyAlarm.get()?.answer).toBe('own')
    setKeyAlarm(userId, { ...alarm, card: 'two' })
    expect(keyAlarm.get()?.answer).toBeUndefined()
  })

  test("an alarm about foreign keys and the user's decision survive a reload, and are removed once the published keys equal those of this device", () => {
    setKeyAlarm(userId, alarm)
    storeKeyAlarmAnswer(userId, 'not-own')
    keyAlarm.set(null)
    loadKeyAlarm(userId)
    expect(keyAlarm.get()).toEqual({ ...alarm, answer: 'not-own' })
    setKeyAlarm(userId, null)
    loadKeyAlarm(userId)
    expect(keyAlarm.get()).toBeNull()
  })

  test('an alarm about foreign keys that an earlier release stored becomes a red security alarm on which the user must decide', () => {
    stored.set(`perantau-key-alarm-${userId}`, JSON.stringify({ kind: 'renewed', since: null }))
    loadKeyAlarm(userId)
    expect(keyAlarm.get()).toEqual({ kind: 'replaced', since: null, card: '' })
  })

  test('isSendingStoppedByKeyAlarm is true for any other published public keys (key card), even accepted ones, but not for a restored server', () => {
    expect(isSendingStoppedByKeyAlarm(null)).toBe(false)
    for (const kind of ['foreign', 'replaced', 'question'] as const)
      expect(isSendingStoppedByKeyAlarm({ ...alarm, kind })).toBe(true)
    expect(isSendingStoppedByKeyAlarm({ ...alarm, answer: 'own' })).toBe(true)
    expect(isSendingStoppedByKeyAlarm({ ...alarm, kind: 'behind' })).toBe(false)
  })
})
