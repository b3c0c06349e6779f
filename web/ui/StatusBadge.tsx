import { activityStatusLabels, userStatusLabels } from '#shared/labels.ts'
import styles from './StatusBadge.module.css'

const labels = { ...userStatusLabels, ...activityStatusLabels }
export type Status = keyof typeof labels

/** The word always stands there; the colour only helps. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={styles.badge} data-status={status}>
      {labels[status]}
    </span>
  )
}
