import { useEffect, useState } from 'react'

/** The screen stays on for as long as this is shown; whether it does, where the browser can. */
export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const letGo = () => void lock?.release().catch(() => {})
    async function hold(): Promise<void> {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      lock = await navigator.wakeLock.request('screen')
      if (isOver) return letGo()
      setAwake(true)
      lock.addEventListener('release', () => setAwake(false))
    }
    // It ends by itself when another page is looked at, or the battery is low.
    const again = () => void hold().catch(() => {})
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      letGo()
    }
  }, [])
  return isAwake
}
