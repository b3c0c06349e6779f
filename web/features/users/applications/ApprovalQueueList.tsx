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
  const place = row.clubName ? [shortenClubName(row.clubName), country] : [country ?? usersText.noCountry]
  const line = [...place, formatTimeAgo(row.createdAt)].map(part => part?.replaceAll(' ', '\u00a0'))
  return (
    <>
      <PersonAvatar person={row} size={36} />
      <ReviewQueueRowText name={row.fullName} line={line.join('\u00a0· ')} />
      <EmailConfirmationIcon isConfirmed={row.isEmailConfirmed} />
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
