// Warning that the server publishes other keys for the signed-in user than this device holds.
// The key warning is stored, so that it is shown at once after a reload.
// The shell loads this file first, so it stays out of web/lib/e2ee, whose files form a lazily loaded chunk.
import { createStore } from '#web/lib/state/store.ts'

/**
 * Cause of the key warning.
 * foreign: another card of the same generation, an attack.
 * replaced: a higher generation, although something was encrypted to the keys of this device.
 * question: a higher generation, and nothing was encrypted yet.
 * behind: the server, restored from a backup, knows only an earlier generation.
 */
const kinds = ['foreign', 'replaced', 'question', 'behind'] as const

export interface KeyAlarm {
  kind: (typeof kinds)[number]
  /** Timestamp at which the server's differing keys were published. */
  since: string | null
  /** Public signing key of the differing keys. An answer of the user applies to this card alone. */
  card: string
  /** Answer of the user: the keys are their own, made on another device, or they are not. */
  answer?: 'own' | 'not-own'
}

export const keyAlarm = createStore<KeyAlarm | null>(null)

const storageKeyFor = (userId: number) => `perantau-key-alarm-${userId}`

function readStoredAlarm(userId: number): KeyAlarm | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKeyFor(userId)) ?? 'null')
    if (!stored) return null
    // Earlier releases stored higher generations as `renewed` and stored no card.
    const kind = kinds.find(candidate => candidate === stored.kind) ?? 'replaced'
    return { ...stored, kind, card: stored.card ?? '' }
  } catch {
    return null
  }
}

export function loadKeyAlarm(userId: number): void {
  keyAlarm.set(readStoredAlarm(userId))
}

function save(userId: number, alarm: KeyAlarm | null): void {
  keyAlarm.set(alarm)
  try {
    if (alarm) localStorage.setItem(storageKeyFor(userId), JSON.stringify(alarm))
    else localStorage.removeItem(storageKeyFor(userId))
  } catch {
    // Without local storage the keys are compared again after each reload.
  }
}

/** Sets the alarm. The user's answer about the same card is kept; another card asks again. */
export function setKeyAlarm(userId: number, alarm: KeyAlarm | null): void {
  const before = keyAlarm.get()
  const answer = alarm && before?.card === alarm.card ? before.answer : undefined
  save(userId, alarm && { ...alarm, ...(answer && { answer }) })
}

export function storeKeyAlarmAnswer(userId: number, answer: 'own' | 'not-own'): void {
  const alarm = keyAlarm.get()
  if (alarm) save(userId, { ...alarm, answer })
}

/**
 * Whether this device must send nothing that is encrypted: others may encrypt to keys that are not the user's.
 * A restored server alone does not stop sending, because the keys of this device are the newer ones.
 * Encrypted groups and calls apply this rule themselves, so their callers need it only for what screens show.
 */
export function isSendingStopped(alarm: KeyAlarm | null): boolean {
  return alarm !== null && alarm.kind !== 'behind'
}
