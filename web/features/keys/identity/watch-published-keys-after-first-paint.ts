import { firstScreenPainted } from '#web/lib/document/first-screen.ts'
import { loadKeyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'

/** Delay in milliseconds before the encryption keys are checked, so that the first page is not slowed down. */
const startDelay = 6000

/**
 * Creates missing encryption keys and checks the published ones. `isUrgent` skips the delay. Returns a stop function.
 */
export function watchPublishedKeysAfterFirstPaint(
  owner: { id: number; fullName: string },
  isUrgent: boolean,
): () => void {
  loadKeyMismatchAlarm(owner.id)
  let stop = () => {}
  let isStopped = false
  const startWatching = async () => {
    await firstScreenPainted
    const { startCheckingOwnPublishedKeys: watchKeys } = await import(
      './start-checking-own-published-keys.ts'
    )
    if (!isStopped) stop = watchKeys(owner)
  }
  // If the code for encryption keys cannot be loaded, the next page load tries again.
  const timer = setTimeout(() => void startWatching().catch(() => {}), isUrgent ? 0 : startDelay)
  return () => {
    isStopped = true
    clearTimeout(timer)
    stop()
  }
}
