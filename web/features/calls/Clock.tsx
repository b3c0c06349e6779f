import styles from './Calls.module.css'
import { formatCallDuration } from './call-length.ts'
import { callsText as text } from './calls.text.ts'
import { useNow } from './use-now.ts'

/** Shows the duration of the running call. */
export function CallDuration({ since }: { since: number }) {
  const now = useNow()
  return (
    <time className={styles.clock} title={text.length}>
      {formatCallDuration(now - since)}
    </time>
  )
}
