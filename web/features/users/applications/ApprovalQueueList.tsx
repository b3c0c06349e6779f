import { Box, Flex, UnstyledButton } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { queueText as text } from '#texts/approval-queue.ts'
import { usersText } from '#texts/users.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
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
    <Box
      component="ul"
      flex="1 1 auto"
      mih={0}
      style={{ overflowY: 'auto', borderTop: '1px solid var(--line)' }}
      aria-label={text.title}
    >
      {rows.map(row => (
        <Box component="li" style={{ borderBottom: '1px solid var(--line)' }} key={row.id}>
          <UnstyledButton
            id={buildQueueRowId(row.id)}
            w="100%"
            mih={72}
            py={10}
            px={16}
            className={styles.row}
            aria-current={row.id === selectedId || undefined}
            onClick={() => onChoose(row.id)}
          >
            <PersonAvatar person={row} size={40} />
            <Box component="span" flex="1 1 auto" miw={0}>
              <Box component="span" display="block" fw={600} style={{ overflowWrap: 'anywhere' }} lh={1.3}>
                {row.fullName}
              </Box>
              <span className={styles.rowLine}>
                {[row.clubName, getCountryName(row.currentCountry)].filter(Boolean).join(' · ') ||
                  usersText.noCountry}
              </span>
            </Box>
            <Flex component="span" direction="column" gap={6} align="flex-end" flex="none">
              <span className={styles.rowTime}>{formatTimeAgo(row.createdAt)}</span>
              <EmailConfirmationIcon isConfirmed={row.isEmailConfirmed} />
            </Flex>
          </UnstyledButton>
        </Box>
      ))}
    </Box>
  )
}
