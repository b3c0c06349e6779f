import { useEffect, useState } from 'react'

/** The time by this device's clock, once a second as long as somebody needs it. */
export function useNow(isNeeded = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isNeeded])
  return now
}
