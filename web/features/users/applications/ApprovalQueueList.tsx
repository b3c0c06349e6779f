import { Flex } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { queueText as text } from '#texts/approval-queue.ts'
import { usersText } from '#texts/users.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { ReviewQueueList, ReviewQueueRowText } from '#web/ui/list/ReviewQueueList.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { EmailConfirmationIcon } from './EmailConfirmationIcon.tsx'

function renderApplicant(row: UserRow) {
  const place = [row.clubName, getCountryName(row.currentCountry)].filter(Boolean).join(' · ')
  return (
    <>
      <PersonAvatar person={row} size={40} />
      <ReviewQueueRowText name={row.fullName} line={place || usersText.noCountry} />
      <Flex component="span" direction="column" gap={6} align="flex-end" flex="none">
        <span className={styles.rowTime}>{formatTimeAgo(row.createdAt)}</span>
        <EmailConfirmationIcon isConfirmed={row.isEmailConfirmed} />
      </Flex>
    </>
  )
}

/** List of pending applicants, shown beside the membership application under review. */
export function ApprovalQueueList(props: {
  rows: UserRow[]
  selectedId: number | undefined
  onChoose: (id: number) => void
}) {
  return <ReviewQueueList label={text.title} renderRow={renderApplicant} {...props} />
}
