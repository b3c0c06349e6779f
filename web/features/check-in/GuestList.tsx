import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Guest } from '#shared/contracts/check-in.ts'
import { participantStatusLabels } from '#shared/labels.ts'
import { showTime } from '#web/lib/format.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './CheckIn.module.css'
import { useMarkAll } from './check-in.api.ts'
import { doorText as text } from './check-in.text.ts'
import type { Door } from './use-door.ts'

/** A list of hundreds is searched, not scrolled. */
const mostShown = 100

function Row({ guest, door }: { guest: Guest; door: Door }) {
  const { status, fullName, clubName, attendedAt } = guest
  const isHere = status === 'attended'
  const state = isHere && attendedAt ? showTime(attendedAt) : participantStatusLabels[status]
  return (
    <li>
      <ListRow
        lead={<PersonAvatar person={guest} size={40} />}
        title={fullName}
        line={[clubName, state].filter(Boolean).join(' · ')}
        tick={
          status !== 'waiting' && (
            <Checkbox
              aria-label={text.here(fullName)}
              checked={isHere}
              onChange={event => door.tick(guest, event.currentTarget.checked)}
            />
          )
        }
      />
    </li>
  )
}

/** Of those who have a place; whoever waits can only come in with their card. */
function All({ id, door }: { id: number; door: Door }) {
  const mark = useMarkAll(id)
  const [made, setMade] = useState<{ id: string; count: number }>()
  const absent = door.guests.filter(({ status }) => status === 'registered').length
  const all = () => {
    const markId = crypto.randomUUID()
    mark.mutate({ id: markId, isPresent: true }, { onSuccess: ({ count }) => setMade({ id: markId, count }) })
  }
  if (made) {
    const undo = () => mark.mutate({ id: made.id, isPresent: false }, { onSuccess: () => setMade(undefined) })
    return (
      <Group gap="sm" role="status">
        <Text size="sm">{text.allDone(made.count)}</Text>
        <Button variant="default" loading={mark.isPending} onClick={undo}>
          {text.undo}
        </Button>
      </Group>
    )
  }
  return (
    <Button
      variant="default"
      loading={mark.isPending}
      disabled={absent === 0}
      onClick={() =>
        confirm({ title: text.all, text: text.allConfirm(absent), action: text.all, onConfirm: all })
      }
    >
      {text.all}
    </Button>
  )
}

export function GuestList({ id, door }: { id: number; door: Door }) {
  const [search, setSearch] = useState('')
  const [isAbsentOnly, setAbsentOnly] = useState(false)
  const wanted = search.trim().toLocaleLowerCase('ms')
  const found = door.guests
    .filter(({ fullName }) => fullName.toLocaleLowerCase('ms').includes(wanted))
    .filter(({ status }) => !isAbsentOnly || status !== 'attended')
  return (
    <div className={styles.list}>
      <TextInput
        type="search"
        placeholder={text.search}
        aria-label={text.search}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      <Group justify="space-between" gap="sm">
        <Checkbox
          label={text.onlyAbsent}
          checked={isAbsentOnly}
          onChange={event => setAbsentOnly(event.currentTarget.checked)}
          classNames={{ body: styles.tick }}
        />
        <All id={id} door={door} />
      </Group>
      {found.length === 0 && <EmptyState text={door.guests.length === 0 ? text.nobody : text.nobodyFound} />}
      <ul className={styles.guests}>
        {found.slice(0, mostShown).map(guest => (
          <Row key={guest.id} guest={guest} door={door} />
        ))}
      </ul>
    </div>
  )
}
