// Alarm about published keys: the server shows other keys for the signed-in user than those on this device.
// The alarm is stored in the browser, so that a reloaded page warns at once about differing encryption keys.
// The alarm about differing keys is part of the first page load, unlike web/lib/e2ee, which is loaded lazily.
import { createStore } from '#web/lib/state/store.ts'

/**
 * Cause of the key warning. `foreign`: other public keys of the same key generation (version of the keys), which means
 * an attack. `replaced`: a higher generation, although something was encrypted to the keys of this device. `question`:
 * a higher generation, and nothing was encrypted yet. `behind`: the server was restored from a backup and knows only an
 * earlier key generation.
 */
const kinds = ['foreign', 'replaced', 'question', 'behind'] as const

export interface KeyAlarm {
  kind: (typeof kinds)[number]
  /** Timestamp at which the published keys, which differ from the keys on this device, were published. */
  since: string | null
  /** Published signing key. If it changes, the user's decision (`answer`) about the keys is discarded. */
  card: string
  /** The user's answer to the alarm: `own` if the user created the published keys on another device. */
  answer?: 'own' | 'not-own'
}

export const keyMismatchAlarm = createStore<KeyAlarm | null>(null)

const buildAlarmStorageKey = (userId: number) => `perantau-key-alarm-${userId}`

function readStoredAlarm(userId: number): KeyAlarm | null {
  try {
    const stored = JSON.parse(localStorage.getItem(buildAlarmStorageKey(userId)) ?? 'null')
    if (!stored) return null
    // Earlier releases stored the alarm about differing keys with the kind `renewed` and without public keys.
    const kind = kinds.find(candidate => candidate === stored.kind) ?? 'replaced'
    return { ...stored, kind, card: stored.card ?? '' }
  } catch {
    return null
  }
}

export function loadKeyMismatchAlarm(userId: number): void {
  keyMismatchAlarm.set(readStoredAlarm(userId))
}

function saveAlarm(userId: number, alarm: KeyAlarm | null): void {
  keyMismatchAlarm.set(alarm)
  try {
    if (alarm) localStorage.setItem(buildAlarmStorageKey(userId), JSON.stringify(alarm))
    else localStorage.removeItem(buildAlarmStorageKey(userId))
  } catch {
    // Without local storage, a reload loses the alarm about differing keys until the keys are compared again.
  }
}

/**
 * Sets or clears the alarm that the server shows other keys for the user than this device. If the previous
 * alarm was about the same keys, the user's decision about them is kept.
 */
export function setOrClearKeyMismatchAlarm(userId: number, alarm: KeyAlarm | null): void {
  const before = keyMismatchAlarm.get()
  const answer = alarm && before?.card === alarm.card ? before.answer : undefined
  saveAlarm(userId, alarm && { ...alarm, ...(answer && { answer }) })
}

export function storeUserResponseToKeyMismatchAlarm(userId: number, answer: 'own' | 'not-own'): void {
  const alarm = keyMismatchAlarm.get()
  if (alarm) saveAlarm(userId, { ...alarm, answer })
}

/**
 * Whether this device must not send anything encrypted, because others may encrypt to keys that are not the user's. A
 * restored server does not stop sending, because the keys of this device are the newer ones. Encrypted groups and calls
 * apply this rule themselves, so other callers need it only to show it on the screen.
 */
export function isSendingStoppedByKeyMismatchAlarm(alarm: KeyAlarm | null): boolean {
  return alarm !== null && alarm.kind !== 'behind'
}
