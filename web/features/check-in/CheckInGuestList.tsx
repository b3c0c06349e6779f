import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Card, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Guest } from '#shared/contracts/check-in/check-in.schemas.ts'
import { checkInText as text } from '#texts/check-in.ts'
import { participantStatusLabels } from '#texts/labels.ts'
import { shortenClubName } from '#web/lib/format/club-name.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './CheckIn.module.css'
import { useMarkAllParticipantsPresent } from './check-in.api.ts'
import type { CheckInSession } from './use-activity-check-in.ts'

/** Maximum number of guests listed at check-in. In longer lists the organizer uses the search. */
const maxShown = 100

function GuestListRow({
  guest,
  door,
  isReadOnly,
}: {
  guest: Guest
  door: CheckInSession
  isReadOnly: boolean
}) {
  const { status, fullName, clubName, attendedAt } = guest
  const isHere = status === 'attended'
  const state = isHere && attendedAt ? formatTime(attendedAt) : participantStatusLabels[status]
  return (
    <li className={styles.guest}>
      <ListRow
        lead={<PersonAvatar person={guest} size={40} />}
        title={fullName}
        line={<DotSeparatedList parts={[clubName && shortenClubName(clubName), state]} />}
        tick={
          !isReadOnly &&
          status !== 'waiting' && (
            <Checkbox
              aria-label={text.here({ name: fullName })}
              checked={isHere}
              onChange={event => door.tick(guest, event.currentTarget.checked)}
            />
          )
        }
      />
    </li>
  )
}

/** Button that marks all registered participants as present, but not the people on the waiting list. */
function MarkAllButton({ id, door }: { id: number; door: CheckInSession }) {
  const mark = useMarkAllParticipantsPresent(id)
  const [lastMark, setLastMark] = useState<{ id: string; count: number }>()
  const absentCount = door.guests.filter(({ status }) => status === 'registered').length
  const markEveryonePresent = () => {
    const markId = crypto.randomUUID()
    mark.mutate(
      { id: markId, isPresent: true },
      { onSuccess: ({ count }) => setLastMark({ id: markId, count }) },
    )
  }
  if (lastMark) {
    const undoMarkingAll = () =>
      mark.mutate({ id: lastMark.id, isPresent: false }, { onSuccess: () => setLastMark(undefined) })
    return (
      <Group gap="sm" role="status">
        <Text size="sm">{text.allDone({ count: lastMark.count })}</Text>
        <Button variant="default" loading={mark.isPending} onClick={undoMarkingAll}>
          {text.undo}
        </Button>
      </Group>
    )
  }
  return (
    <Button
      variant="default"
      loading={mark.isPending}
      disabled={absentCount === 0}
      onClick={() =>
        openConfirmDialog({
          title: text.all,
          text: text.allConfirm({ count: absentCount }),
          action: text.all,
          onConfirm: markEveryonePresent,
        })
      }
    >
      {text.all}
    </Button>
  )
}

export function CheckInGuestList({
  id,
  door,
  isReadOnly = false,
}: {
  id: number
  door: CheckInSession
  /** Whether the guest list is read-only, because check-in to the activity is not open yet. */
  isReadOnly?: boolean
}) {
  const [search, setSearch] = useState('')
  const [isAbsentOnly, setAbsentOnly] = useState(false)
  const searchText = search.trim().toLocaleLowerCase('ms')
  const found = door.guests
    .filter(({ fullName }) => fullName.toLocaleLowerCase('ms').includes(searchText))
    .filter(({ status }) => !isAbsentOnly || status !== 'attended')
  return (
    <Stack gap={12}>
      <TextInput
        type="search"
        placeholder={text.search}
        aria-label={text.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      {!isReadOnly && (
        <Group justify="space-between" gap="sm">
          <Checkbox
            label={text.onlyAbsent}
            checked={isAbsentOnly}
            onChange={event => setAbsentOnly(event.currentTarget.checked)}
            classNames={{ body: styles.tick }}
          />
          <MarkAllButton id={id} door={door} />
        </Group>
      )}
      {found.length === 0 && <EmptyState text={door.guests.length === 0 ? text.nobody : text.nobodyFound} />}
      {found.length > 0 && (
        <Card component="ul" padding={0}>
          {found.slice(0, maxShown).map(guest => (
            <GuestListRow key={guest.id} guest={guest} door={door} isReadOnly={isReadOnly} />
          ))}
        </Card>
      )}
    </Stack>
  )
}
