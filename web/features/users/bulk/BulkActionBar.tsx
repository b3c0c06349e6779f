import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import {
  deactivateUsers,
  inviteUsers,
  placeUsers,
  rejectUsers,
} from '#shared/contracts/users/users.endpoints.ts'
import { decisionText, dialogText, usersText as text } from '#texts/users.ts'
import { buildUserExportUrl } from '#web/features/users/users.api.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { BulkActionButtons, type BulkDialog } from './BulkActionButtons.tsx'
import {
  type BulkPerson,
  type BulkRun,
  batchSize,
  type SendBatch,
  useBulkActionRunner,
} from './use-bulk-action-runner.ts'

const RunDialog = createLazyOverlay(
  async () => (await import('./BulkActionProgressDialog.tsx')).BulkActionProgressDialog,
)
const PlaceManyDialog = createLazyOverlay(
  async () => (await import('#web/features/users/decisions/AssignClubDialog.tsx')).BulkAssignClubDialog,
)
const ReasonDialog = createLazyOverlay(
  async () =>
    (await import('#web/features/users/decisions/RejectOrDeactivateUserDialog.tsx'))
      .RejectOrDeactivateUserDialog,
)
const TagDialog = createLazyOverlay(async () => (await import('./BulkTagDialog.tsx')).BulkTagDialog)

/** Dialogs that confirm an action on several users and state how many users it affects. */
function BulkDialogs({
  user,
  dialog,
  count,
  onSend,
  onClose,
}: {
  user: CurrentUser
  dialog: BulkDialog
  count: number
  onSend: (send: SendBatch) => void
  onClose: () => void
}) {
  if (dialog === 'place') {
    return (
      <PlaceManyDialog
        user={user}
        count={count}
        onClose={onClose}
        onSave={placement => onSend(ids => callEndpoint(placeUsers, { body: { ids, ...placement } }))}
      />
    )
  }
  if (dialog === 'tag') return <TagDialog count={count} onClose={onClose} onSend={onSend} />
  const endpoint = dialog === 'reject' ? rejectUsers : deactivateUsers
  return (
    <ReasonDialog
      title={dialogText[dialog].titleMany({ count })}
      help={dialogText[dialog].help}
      action={dialog === 'reject' ? text.reject : text.deactivate}
      isBusy={false}
      onClose={onClose}
      onDecide={reason => onSend(ids => callEndpoint(endpoint, { body: { ids, reason } }))}
    />
  )
}

/** Bar of actions for the selected users, with progress and one outcome per user. */
export function BulkActionBar({
  user,
  people,
  mayReject,
  onDone,
}: {
  user: CurrentUser
  people: BulkPerson[]
  mayReject: boolean
  /** Receives the ids of the users for whom an action failed, so that these users stay selected. */
  onDone: (failed: number[]) => void
}) {
  const [openDialog, setOpenDialog] = useState<BulkDialog>()
  const hasRunWithoutFailure = ({ people: all, outcomes }: BulkRun) =>
    outcomes.length === all.length && outcomes.every(({ ok }) => ok)
  const { run, start, resume, stop, close } = useBulkActionRunner(finished => {
    const { outcomes } = finished
    if (hasRunWithoutFailure(finished)) {
      void showToast('success', decisionText.many({ done: outcomes.length, all: outcomes.length }))
      close()
    }
    onDone(outcomes.filter(({ ok }) => !ok).map(({ id }) => id))
  })
  const ids = people.map(({ id }) => id)
  const startBulkRun = (sendBatch: SendBatch) => {
    setOpenDialog(undefined)
    start(people, sendBatch)
  }
  // A bulk action of a single batch ends quickly, so its progress dialog appears only after a failure.
  const isShown = run && (!run.isRunning || run.people.length > batchSize)
  return (
    <>
      {people.length > 0 && (
        <BulkActionButtons
          user={user}
          count={people.length}
          mayReject={mayReject}
          onInvite={() => startBulkRun(batch => callEndpoint(inviteUsers, { body: { ids: batch } }))}
          onOpen={setOpenDialog}
        >
          {people.length <= batchSize && (
            <ExportMenu
              urlFor={format => buildUserExportUrl({ ids: ids.join(',') }, format)}
              label={text.exportSelected}
              isShort
              hasPeople
            />
          )}
        </BulkActionButtons>
      )}
      {openDialog && (
        <BulkDialogs
          user={user}
          dialog={openDialog}
          count={people.length}
          onSend={startBulkRun}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {isShown && <RunDialog run={run} onStop={stop} onResume={resume} onClose={close} />}
    </>
  )
}
