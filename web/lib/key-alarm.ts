// Whether what the server shows as one's own keys is what this device has. Remembered, so that after a reload it is said
// before anything else.
import { createStore } from './store.ts'

export interface KeyAlarm {
  /** Other keys in one's name; newer ones, made elsewhere; older ones, because the server was set back. */
  kind: 'foreign' | 'renewed' | 'behind'
  /** Since when they are published. */
  since: string | null
}

export const keyAlarm = createStore<KeyAlarm | null>(null)

const nameFor = (userId: number) => `perantau-key-alarm-${userId}`

export function recallAlarm(userId: number): void {
  try {
    keyAlarm.set(JSON.parse(localStorage.getItem(nameFor(userId)) ?? 'null'))
  } catch {
    keyAlarm.set(null)
  }
}

export function setAlarm(userId: number, alarm: KeyAlarm | null): void {
  keyAlarm.set(alarm)
  try {
    if (alarm) localStorage.setItem(nameFor(userId), JSON.stringify(alarm))
    else localStorage.removeItem(nameFor(userId))
  } catch {
    // A browser that keeps nothing looks it up anew each time.
  }
}
