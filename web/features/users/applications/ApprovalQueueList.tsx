import { UnstyledButton } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { usersText } from '#web/features/users/users.text.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './ApprovalQueue.module.css'
import { queueText as text } from './approval-queue.text.ts'
import { EmailConfirmationIcon } from './EmailConfirmationIcon.tsx'

export const buildQueueRowId = (id: number) => `queue-${id}`

/** List of pending applicants beside the application under review. */
export function ApprovalQueueList({
  rows,
  selectedId,
  onChoose,
}: {
  rows: UserRow[]
  selectedId: number | undefined
  onChoose: (id: number) => void
}) {
  return (
    <ul className={styles.rows} aria-label={text.title}>
      {rows.map(row => (
        <li key={row.id}>
          <UnstyledButton
            id={buildQueueRowId(row.id)}
            className={styles.row}
            aria-current={row.id === selectedId || undefined}
            onClick={() => onChoose(row.id)}
          >
            <PersonAvatar person={row} size={40} />
            <span className={styles.rowWords}>
              <span className={styles.rowName}>{row.fullName}</span>
              <span className={styles.rowLine}>
                {[row.clubName, row.currentCountry].filter(Boolean).join(' · ') || usersText.noCountry}
              </span>
            </span>
            <span className={styles.rowEnd}>
              <span className={styles.rowTime}>{formatTimeAgo(row.createdAt)}</span>
              <EmailConfirmationIcon isConfirmed={row.isEmailConfirmed} />
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
