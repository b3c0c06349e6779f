import { useEffect, useState } from 'react'

/** Returns the device's time in milliseconds, updated every second while `isNeeded`. */
export function useCurrentTime(isNeeded = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isNeeded])
  return now
}
