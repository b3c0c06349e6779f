import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  isSendingStopped,
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

describe('key alarm', () => {
  test('an answer about one card does not apply to another card', () => {
    setKeyAlarm(userId, alarm)
    storeKeyAlarmAnswer(userId, 'own')
    setKeyAlarm(userId, alarm)
    expect(keyAlarm.get()?.answer).toBe('own')
    setKeyAlarm(userId, { ...alarm, card: 'two' })
    expect(keyAlarm.get()?.answer).toBeUndefined()
  })

  test('an alarm and its answer are present after a reload and gone once the published keys are those of this device', () => {
    setKeyAlarm(userId, alarm)
    storeKeyAlarmAnswer(userId, 'not-own')
    keyAlarm.set(null)
    loadKeyAlarm(userId)
    expect(keyAlarm.get()).toEqual({ ...alarm, answer: 'not-own' })
    setKeyAlarm(userId, null)
    loadKeyAlarm(userId)
    expect(keyAlarm.get()).toBeNull()
  })

  test('a key alarm stored by an earlier release is shown as a red alarm that the user must answer', () => {
    stored.set(`perantau-key-alarm-${userId}`, JSON.stringify({ kind: 'renewed', since: null }))
    loadKeyAlarm(userId)
    expect(keyAlarm.get()).toEqual({ kind: 'replaced', since: null, card: '' })
  })

  test('sending stops for every other card, also after the user accepted it, but not for a restored server', () => {
    expect(isSendingStopped(null)).toBe(false)
    for (const kind of ['foreign', 'replaced', 'question'] as const)
      expect(isSendingStopped({ ...alarm, kind })).toBe(true)
    expect(isSendingStopped({ ...alarm, answer: 'own' })).toBe(true)
    expect(isSendingStopped({ ...alarm, kind: 'behind' })).toBe(false)
  })
})
