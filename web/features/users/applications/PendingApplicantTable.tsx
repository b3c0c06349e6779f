import { Box } from '@mantine/core'
import { useRef, useState } from 'react'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { formatMaskedIdentityNumber } from '#shared/ic-number.ts'
import { dialogText, usersText as text } from '#texts/users.ts'
import { buildRowCheckboxColumn } from '#web/features/users/bulk/row-checkbox-column.tsx'
import { SelectionModeBar } from '#web/features/users/bulk/SelectionModeBar.tsx'
import { useSelectedRowIds } from '#web/features/users/bulk/use-selected-row-ids.ts'
import { RejectOrDeactivateUserDialog } from '#web/features/users/decisions/RejectOrDeactivateUserDialog.tsx'
import { PersonNameAndEmail, TwoLineCell } from '#web/features/users/PersonNameAndEmail.tsx'
import styles from '#web/features/users/Users.module.css'
import {
  useApproveUser,
  usePendingApplicants,
  useRejectUser,
  userPageSize,
} from '#web/features/users/users.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { type Column, ListTable } from '#web/ui/list/ListTable.tsx'
import { ApplicationCountryAndDateCell } from './ApplicationCountryAndDateCell.tsx'
import { BulkApplicantDecisionBar } from './BulkApplicantDecisionBar.tsx'
import { EmailConfirmationIcon } from './EmailConfirmationIcon.tsx'
import { PendingApplicantActions } from './PendingApplicantActions.tsx'
import { PendingApplicantRow } from './PendingApplicantRow.tsx'
import { useDecideSelectedApplicants } from './use-decide-selected-applicants.ts'

const getApplicantColumns = (): Column<UserRow>[] => [
  {
    title: text.user,
    hasNoLabel: true,
    cell: row => (
      <PersonNameAndEmail
        person={row}
        mark={!row.isEmailConfirmed && <EmailConfirmationIcon isConfirmed={false} />}
      />
    ),
  },
  {
    title: text.icNumber,
    width: '130px',
    isHiddenWhenNarrow: true,
    cell: row => (
      <span className={`tabular ${styles.whole}`}>
        {row.icNumber ? formatMaskedIdentityNumber(row.icNumber) : text.none}
      </span>
    ),
  },
  {
    title: text.study,
    width: '18%',
    isHiddenWhenNarrow: true,
    cell: row => <TwoLineCell first={row.institution} second={row.course} />,
  },
  { title: text.applied, width: '132px', cell: row => <ApplicationCountryAndDateCell person={row} /> },
]

function buildApplicantActionsColumn({
  approvingId,
  onView,
  onApprove,
  onReject,
}: {
  /** User id of the applicant whose approval is being sent. */
  approvingId: number | undefined
  onView: (id: number) => void
  onApprove: (id: number) => void
  onReject: (person: UserRow) => void
}): Column<UserRow> {
  return {
    title: text.actions,
    header: <div style={{ textAlign: 'right' }}>{text.actions}</div>,
    width: '208px',
    hasNoLabel: true,
    cell: row => (
      <PendingApplicantActions
        person={row}
        isApproving={approvingId === row.id}
        onView={() => onView(row.id)}
        onApprove={() => onApprove(row.id)}
        onReject={() => onReject(row)}
      />
    ),
  }
}

/** Dialog that asks why one applicant is rejected or, without `person`, why all `count` selected applicants are. */
function RejectionDialog({
  person,
  count,
  isBusy,
  onClose,
  onReject,
}: {
  person: UserRow | undefined
  count: number
  isBusy: boolean
  onClose: () => void
  onReject: (reason: string) => void
}) {
  return (
    <RejectOrDeactivateUserDialog
      title={
        person ? dialogText.reject.title({ name: person.fullName }) : dialogText.reject.titleMany({ count })
      }
      help={dialogText.reject.help}
      action={text.reject}
      isBusy={isBusy}
      onClose={onClose}
      onDecide={onReject}
    />
  )
}

interface Props {
  page: number
  onPage: (page: number) => void
  onView: (id: number) => void
}

/** Table of pending applicants for approvers, longest waiting first, with single and bulk decisions. */
export function PendingApplicantTable({ page, onPage, onView }: Props) {
  const query = usePendingApplicants(page)
  const approve = useApproveUser()
  const reject = useRejectUser()
  const [rejecting, setRejecting] = useState<UserRow | 'chosen'>()
  const rows = query.data?.rows ?? []
  const { selectedIds, setSelectedIds } = useSelectedRowIds(rows)
  const { decide, isBusy } = useDecideSelectedApplicants(selectedIds, setSelectedIds)
  const selectionColumn = buildRowCheckboxColumn(rows, selectedIds, setSelectedIds)
  const isPhone = useIsPhone()
  /** Selection mode on phones, in which a tap selects the applicant's row instead of opening it. */
  const [isSelecting, setSelecting] = useState(false)
  const toggleSelecting = () => {
    setSelectedIds([])
    setSelecting(!isSelecting)
  }
  const list = useRef<HTMLDivElement>(null)
  // After a decision the applicant's row with the focused button disappears, so the list takes the focus.
  const focusApplicantList = () => list.current?.focus()

  const actions = buildApplicantActionsColumn({
    approvingId: approve.isPending ? approve.variables?.id : undefined,
    onView,
    onApprove: id => approve.mutate({ id }, { onSuccess: focusApplicantList }),
    onReject: setRejecting,
  })

  function rejectWithReason(reason: string): void {
    const done = () => {
      setRejecting(undefined)
      focusApplicantList()
    }
    if (rejecting === 'chosen') decide('reject', reason, done)
    else if (rejecting) reject.mutate({ id: rejecting.id, reason }, { onSuccess: done })
  }

  return (
    <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
      {isPhone && rows.length > 1 && (
        // Without the negative margin, the text of the selection bar would be too far below the tabs.
        <Box mt={-16}>
          <SelectionModeBar
            isSelecting={isSelecting}
            note={text.waiting({ count: query.data?.total ?? 0 })}
            selectAll={selectionColumn.header}
            onToggle={toggleSelecting}
          />
        </Box>
      )}
      {selectedIds.length > 0 && (
        <BulkApplicantDecisionBar
          count={selectedIds.length}
          isBusy={isBusy}
          onApprove={() => decide('approve')}
          onReject={() => setRejecting('chosen')}
        />
      )}
      <ListTable
        caption={text.pendingList}
        columns={[selectionColumn, ...getApplicantColumns(), actions]}
        phoneRow={person => (
          <PendingApplicantRow
            person={person}
            tick={isSelecting && selectionColumn.cell(person)}
            onView={onView}
          />
        )}
        query={query}
        empty={text.emptyPending}
        skeletons={3}
        pages={{ page, pageSize: userPageSize, onChange: onPage }}
      />
      {rejecting && (
        <RejectionDialog
          person={rejecting === 'chosen' ? undefined : rejecting}
          count={selectedIds.length}
          isBusy={reject.isPending || isBusy}
          onClose={() => setRejecting(undefined)}
          onReject={rejectWithReason}
        />
      )}
    </div>
  )
}
