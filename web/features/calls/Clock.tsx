import { useEffect, useState } from 'react'
import styles from './Calls.module.css'
import { showLength } from './call-length.ts'
import { callsText as text } from './calls.text.ts'

/** How long it has been going on. */
export function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className={styles.clock} title={text.length}>
      {showLength(now - since)}
    </time>
  )
}
