import { useEffect, useState } from 'react'

/** Keeps the screen of the device on while the component is mounted. Returns true while this succeeds (wake lock). */
export function useWakeLock(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const releaseLock = () => void lock?.release().catch(() => {})
    async function requestLock(): Promise<void> {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      lock = await navigator.wakeLock.request('screen')
      if (isUnmounted) return releaseLock()
      setAwake(true)
      lock.addEventListener('release', () => setAwake(false))
    }
    // Browsers release the wake lock when the page is hidden or the battery is low, so it is requested again.
    const retryLock = () => void requestLock().catch(() => {})
    retryLock()
    document.addEventListener('visibilitychange', retryLock)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', retryLock)
      releaseLock()
    }
  }, [])
  return isAwake
}
