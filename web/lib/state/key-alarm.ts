// Warning that the server publishes other keys for the signed-in user than this device holds.
// The key warning is stored, so that it is shown at once after a reload.
// The shell loads this file first, so it stays out of web/lib/e2ee, whose files form a lazily loaded chunk.
import { createStore } from '#web/lib/state/store.ts'

export interface KeyAlarm {
  /** Cause of the key warning: keys of unknown origin, newer keys from another device, or a restored server. */
  kind: 'foreign' | 'renewed' | 'behind'
  /** Timestamp at which the server's differing keys were published. */
  since: string | null
}

export const keyAlarm = createStore<KeyAlarm | null>(null)

const storageKeyFor = (userId: number) => `perantau-key-alarm-${userId}`

export function loadKeyAlarm(userId: number): void {
  try {
    keyAlarm.set(JSON.parse(localStorage.getItem(storageKeyFor(userId)) ?? 'null'))
  } catch {
    keyAlarm.set(null)
  }
}

export function setKeyAlarm(userId: number, alarm: KeyAlarm | null): void {
  keyAlarm.set(alarm)
  try {
    if (alarm) localStorage.setItem(storageKeyFor(userId), JSON.stringify(alarm))
    else localStorage.removeItem(storageKeyFor(userId))
  } catch {
    // Without local storage the keys are compared again after each reload.
  }
}
