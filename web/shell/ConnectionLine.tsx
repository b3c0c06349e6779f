import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { connection } from '#web/lib/socket.ts'
import styles from './ConnectionLine.module.css'
import { shellText } from './shell.text.ts'

/** A cut of a moment is not worth a word. */
const patience = 3000

/** Keeps the live connection while the shell is open, and says so quietly when one that was there is lost. */
export function ConnectionLine() {
  const isConnected = useSyncExternalStore(connection.subscribe, connection.isConnected)
  const [isLost, setLost] = useState(false)
  const wasConnected = useRef(false)
  useEffect(() => connection.open(), [])
  useEffect(() => {
    if (isConnected) {
      wasConnected.current = true
      return setLost(false)
    }
    // The first takes as long as it takes: nobody has lost anything by then.
    if (!wasConnected.current) return
    const timer = setTimeout(() => setLost(true), patience)
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <div role="status" className={styles.place}>
      {isLost && <span className={styles.line}>{shellText.connectionLost}</span>}
    </div>
  )
}
