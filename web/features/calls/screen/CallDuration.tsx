import styles from '#web/features/calls/Calls.module.css'
import { callsText as text } from '#web/features/calls/calls.text.ts'
import { formatCallDuration } from './format-call-duration.ts'
import { useCurrentTime } from './use-current-time.ts'

/** Shows the duration of the running call. */
export function CallDuration({ since }: { since: number }) {
  const now = useCurrentTime()
  return (
    <time className={styles.clock} title={text.length}>
      {formatCallDuration(now - since)}
    </time>
  )
}
