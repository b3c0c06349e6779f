import { Flex } from '@mantine/core'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { queueText as text } from '#texts/approval-queue.ts'
import { usersText } from '#texts/users.ts'
import { shortenClubName } from '#web/lib/format/club-name.ts'
import { formatTimeAgo } from '#web/lib/format/time-ago.ts'
import { ReviewQueueList, ReviewQueueRowText } from '#web/ui/list/ReviewQueueList.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { EmailConfirmationIcon } from './EmailConfirmationIcon.tsx'

function renderApplicant(row: UserRow) {
  const country = getCountryName(row.currentCountry)
  const place = row.clubName ? shortenClubName(row.clubName) : (country ?? usersText.noCountry)
  return (
    <>
      <PersonAvatar person={row} size={36} />
      <ReviewQueueRowText name={row.fullName} line={place} />
      <Flex component="span" flex="none" direction="column" gap={4} align="flex-end" fz={12} c="dimmed">
        {formatTimeAgo(row.createdAt)}
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
