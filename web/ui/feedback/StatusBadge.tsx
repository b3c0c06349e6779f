import { activityStatusLabels, userStatusLabels } from '#shared/labels.ts'
import styles from './StatusBadge.module.css'

const labels = { ...userStatusLabels, ...activityStatusLabels }
export type Status = keyof typeof labels

/** Badge of a status. The text states the status; the colour only supports it. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={styles.badge} data-status={status}>
      {labels[status]}
    </span>
  )
}
