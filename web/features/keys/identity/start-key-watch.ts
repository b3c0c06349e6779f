import { firstScreenPainted } from '#web/lib/document/first-screen.ts'
import { loadKeyAlarm } from '#web/lib/e2ee/keys/key-alarm.ts'

/** Delay in milliseconds before key work starts, so that it does not slow down the first page. */
const startDelay = 6000

/** Creates missing keys and watches the published ones. `isUrgent`: starts without delay. Returns a stop function. */
export function startKeyWatch(owner: { id: number; fullName: string }, isUrgent: boolean): () => void {
  loadKeyAlarm(owner.id)
  let stop = () => {}
  let isStopped = false
  const startWatching = async () => {
    await firstScreenPainted
    const { watchPublishedKeys: watchKeys } = await import('./watch-published-keys.ts')
    if (!isStopped) stop = watchKeys(owner)
  }
  // A failed load is retried on the next page load.
  const timer = setTimeout(() => void startWatching().catch(() => {}), isUrgent ? 0 : startDelay)
  return () => {
    isStopped = true
    clearTimeout(timer)
    stop()
  }
}
