import styles from './Calls.module.css'
import { showLength } from './call-length.ts'
import { callsText as text } from './calls.text.ts'
import { useNow } from './use-now.ts'

/** Shows the duration of the running call. */
export function Clock({ since }: { since: number }) {
  const now = useNow()
  return (
    <time className={styles.clock} title={text.length}>
      {showLength(now - since)}
    </time>
  )
}
