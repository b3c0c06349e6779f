import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { showMoment } from '#web/lib/format.ts'
import { newVersion, takeNewVersion } from '#web/lib/new-version.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { recalled } from '#web/lib/recalled.ts'
import { connection } from '#web/lib/socket.ts'
import { useStore } from '#web/lib/store.ts'
import styles from './StatusLine.module.css'
import { shellText as text } from './shell.text.ts'

/** A cut of a moment is not worth a word. */
const patience = 3000

/** Whether a live connection that was there is lost. The first takes as long as it takes: nobody has lost anything by then. */
function useLost(): boolean {
  const isConnected = useSyncExternalStore(connection.subscribe, connection.isConnected)
  const [isLost, setLost] = useState(false)
  const wasConnected = useRef(false)
  useEffect(() => {
    if (isConnected) {
      wasConnected.current = true
      return setLost(false)
    }
    if (!wasConnected.current) return
    const timer = setTimeout(() => setLost(true), patience)
    return () => clearTimeout(timer)
  }, [isConnected])
  return isLost
}

const cache = queryClient.getQueryCache()

/** When the oldest of what is shown was fetched, where it comes from this device; else 0. */
function findOldest(): number {
  const kept = recalled.get()
  if (kept.size === 0) return 0
  const shown = cache.findAll({ type: 'active' }).map(({ queryKey }) => kept.get(String(queryKey[0])))
  const times = shown.filter(time => time !== undefined)
  return times.length > 0 ? Math.min(...times) : 0
}

function followShown(listener: () => void): () => void {
  const stops = [recalled.subscribe(listener), cache.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Keeps the live connection while the shell is open. Says quietly when it is lost, how old what is shown is, and that a newer version is there. */
export function StatusLine() {
  useEffect(() => connection.open(), [])
  const isLost = useLost()
  const oldest = useSyncExternalStore(followShown, findOldest)
  const hasNewer = useStore(newVersion) === 'ready'
  return (
    <div role="status" className={styles.place}>
      {oldest > 0 ? (
        <span className={styles.line}>{text.kept(showMoment(new Date(oldest).toISOString()))}</span>
      ) : (
        isLost && <span className={styles.line}>{text.connectionLost}</span>
      )}
      {hasNewer && (
        <span className={styles.line}>
          {text.newVersion}{' '}
          <button type="button" className={styles.button} onClick={takeNewVersion}>
            {text.reload}
          </button>
        </span>
      )}
    </div>
  )
}
