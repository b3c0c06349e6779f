import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { ActionIcon, Button, Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { IconEye, IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Country } from '#shared/constants.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { focusLater } from '#web/lib/focus.ts'
import { showDay } from '#web/lib/format.ts'
import { showToast } from '#web/lib/toast.ts'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { MissingCountry } from './MissingCountry.tsx'
import { PersonCell, TwoLines } from './PersonCell.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { viewId } from './UserActions.tsx'
import styles from './Users.module.css'
import {
  useApproveUser,
  useDecideMany,
  usePendingUsers,
  usePlaceUser,
  useRejectUser,
  userPageSize,
} from './users.api.ts'
import { decisionText, dialogText, usersText as text } from './users.text.ts'

function EmailState({ isConfirmed }: { isConfirmed: boolean }) {
  const label = isConfirmed ? text.emailConfirmed : text.emailUnconfirmed
  const Icon = isConfirmed ? IconMailCheck : IconMailQuestion
  return (
    <Tooltip label={label}>
      <Icon
        size={16}
        role="img"
        aria-label={label}
        color={`var(--mantine-color-${isConfirmed ? 'anchor' : 'dimmed'})`}
      />
    </Tooltip>
  )
}

/** Where one goes on once what was missing has been set. */
const approveId = (id: number) => `approve-${id}`

/** Several at once, each with its own outcome; those that failed stay chosen. */
function useDecisions(chosen: number[], setChosen: (ids: number[]) => void) {
  const many = useDecideMany()
  const decide = (call: 'approve' | 'reject', reason?: string, onDone?: () => void) =>
    many.mutate(
      { call, ids: chosen, reason },
      {
        onSuccess: outcomes => {
          onDone?.()
          const failed = outcomes.filter(({ ok }) => !ok)
          setChosen(failed.map(({ id }) => id))
          const said = decisionText.many(outcomes.length - failed.length, outcomes.length)
          const why = failed[0]?.message
          void showToast(failed.length > 0 ? 'failure' : 'success', why ? `${said}. ${why}` : said)
        },
      },
    )
  return { decide, isBusy: many.isPending }
}

/** Those who wait, the longest first, for the ones who may decide. */
export function PendingTable({
  page,
  onPage,
  onView,
}: {
  page: number
  onPage: (page: number) => void
  onView: (id: number) => void
}) {
  const query = usePendingUsers(page)
  const approve = useApproveUser()
  const reject = useRejectUser()
  const place = usePlaceUser()
  const [rejecting, setRejecting] = useState<UserRow | 'chosen'>()
  const [ticked, setChosen] = useState<number[]>([])
  const rows = query.data?.rows ?? []
  // Only who is still there to be seen: somebody else may have decided meanwhile.
  const chosen = rows.flatMap(({ id }) => (ticked.includes(id) ? [id] : []))
  const { decide, isBusy } = useDecisions(chosen, setChosen)
  const shown = chosen.length
  const list = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with its row; one goes on from the list.
  const goOn = () => list.current?.focus()

  const setCountry = ({ id }: UserRow, currentCountry: Country) =>
    place.mutate({ id, currentCountry, clubId: null }, { onSuccess: () => focusLater(approveId(id)) })

  const columns: Column<UserRow>[] = [
    {
      title: '',
      width: '44px',
      isBare: true,
      head: (
        <Checkbox
          aria-label={text.selectAll}
          checked={rows.length > 0 && shown === rows.length}
          indeterminate={shown > 0 && shown < rows.length}
          onChange={event => setChosen(event.currentTarget.checked ? rows.map(({ id }) => id) : [])}
        />
      ),
      cell: ({ id, fullName }) => (
        <Checkbox
          aria-label={text.select(fullName)}
          checked={chosen.includes(id)}
          onChange={event =>
            setChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter(other => other !== id))
          }
        />
      ),
    },
    {
      title: text.user,
      isBare: true,
      cell: row => <PersonCell person={row} sign={<EmailState isConfirmed={row.isEmailConfirmed} />} />,
    },
    {
      title: text.icNumber,
      width: '152px',
      cell: row => <span className={`tabular ${styles.whole}`}>{row.icNumber ?? text.none}</span>,
    },
    {
      title: text.study,
      width: '17%',
      cell: row => <TwoLines first={row.institution} second={row.course} />,
    },
    {
      title: text.applied,
      width: '150px',
      cell: row => (
        <span className={styles.lines}>
          {row.currentCountry ?? (
            <MissingCountry
              name={row.fullName}
              chosen={place.isPending && place.variables.id === row.id ? place.variables.currentCountry : ''}
              onChoose={currentCountry => setCountry(row, currentCountry)}
            />
          )}
          <div className={`tabular ${styles.muted}`}>{showDay(row.createdAt)}</div>
        </span>
      ),
    },
    {
      title: text.actions,
      width: '190px',
      isBare: true,
      cell: row => (
        <span className={styles.actions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            id={viewId(row.id)}
            aria-label={text.view(row.fullName)}
            onClick={() => onView(row.id)}
          >
            <IconEye size={18} aria-hidden />
          </ActionIcon>
          <Button
            id={approveId(row.id)}
            size="xs"
            aria-label={text.approveNamed(row.fullName)}
            disabled={!row.currentCountry}
            title={row.currentCountry ? undefined : text.countryNeeded}
            loading={approve.isPending && approve.variables === row.id}
            onClick={() => approve.mutate(row.id, { onSuccess: goOn })}
          >
            {text.approve}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            aria-label={text.rejectNamed(row.fullName)}
            onClick={() => setRejecting(row)}
          >
            {text.reject}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
      {chosen.length > 0 && (
        <Group mb="sm" role="group" aria-label={text.selected(chosen.length)}>
          <Text size="sm" fw={600}>
            {text.selected(chosen.length)}
          </Text>
          <Button size="xs" loading={isBusy} onClick={() => decide('approve')}>
            {text.approveSelected}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            disabled={isBusy}
            onClick={() => setRejecting('chosen')}
          >
            {text.rejectSelected}
          </Button>
        </Group>
      )}
      <ListTable
        caption={text.pendingList}
        columns={columns}
        query={query}
        empty={text.emptyPending}
        skeletons={3}
        pages={{ page, pageSize: userPageSize, onChange: onPage }}
      />
      {rejecting && (
        <ReasonDialog
          title={
            rejecting === 'chosen'
              ? dialogText.reject.titleMany(chosen.length)
              : dialogText.reject.title(rejecting.fullName)
          }
          help={dialogText.reject.help}
          action={text.reject}
          isBusy={reject.isPending || isBusy}
          onClose={() => setRejecting(undefined)}
          onDecide={reason => {
            const done = () => {
              setRejecting(undefined)
              goOn()
            }
            if (rejecting === 'chosen') decide('reject', reason, done)
            else reject.mutate({ id: rejecting.id, reason }, { onSuccess: done })
          }}
        />
      )}
    </div>
  )
}
