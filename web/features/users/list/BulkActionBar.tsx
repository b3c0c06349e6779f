import { Button, Group, Text } from '@mantine/core'
import { IconMail, IconMapPin, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { BulkDecisionOutcome, UserRow } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'
import { decisionText, dialogText, usersText as text } from '#texts/users.ts'
import { buildUserExportUrl, useDeactivateUsers, useInviteUsers } from '#web/features/users/users.api.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const Outcomes = createLazyOverlay(async () => (await import('./BulkOutcomesDialog.tsx')).BulkOutcomesDialog)
const PlaceManyDialog = createLazyOverlay(
  async () => (await import('#web/features/users/decisions/AssignClubDialog.tsx')).BulkAssignClubDialog,
)
const ReasonDialog = createLazyOverlay(
  async () => (await import('#web/features/users/decisions/DecisionReasonDialog.tsx')).DecisionReasonDialog,
)

type BulkDialog = 'place' | 'deactivate'

function BulkActionButtons({
  user,
  ids,
  isInviting,
  onInvite,
  onOpen,
}: {
  user: CurrentUser
  ids: number[]
  isInviting: boolean
  onInvite: () => void
  onOpen: (dialog: BulkDialog) => void
}) {
  return (
    <Group mb="sm" gap="sm" role="group" aria-label={text.selected({ count: ids.length })}>
      <Text size="sm" fw={600}>
        {text.selected({ count: ids.length })}
      </Text>
      {can(user, 'users.place') && (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMapPin size={16} aria-hidden />}
            onClick={() => onOpen('place')}
          >
            {text.moveSelected}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            loading={isInviting}
            onClick={onInvite}
          >
            {text.inviteSelected}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            leftSection={<IconUserOff size={16} aria-hidden />}
            onClick={() => onOpen('deactivate')}
          >
            {text.deactivate}
          </Button>
        </>
      )}
      <ExportMenu
        urlFor={format => buildUserExportUrl({ ids: ids.join(',') }, format)}
        label={text.exportSelected}
        isShort
        hasPeople
      />
    </Group>
  )
}

/** Bulk actions for the selected users. The server handles each user separately and returns one outcome per user. */
export function BulkActionBar({
  user,
  people,
  onDone,
}: {
  user: CurrentUser
  people: UserRow[]
  /** Receives the ids of the users for whom the action failed, so that they stay selected. */
  onDone: (failed: number[]) => void
}) {
  const [openDialog, setOpenDialog] = useState<BulkDialog>()
  const [result, setResult] = useState<{ people: UserRow[]; outcomes: BulkDecisionOutcome[] }>()
  const deactivate = useDeactivateUsers()
  const invite = useInviteUsers()
  const ids = people.map(({ id }) => id)
  const handleOutcomes = (outcomes: BulkDecisionOutcome[]) => {
    setOpenDialog(undefined)
    const failed = outcomes.filter(({ ok }) => !ok)
    if (failed.length > 0) setResult({ people, outcomes })
    else void showToast('success', decisionText.many({ done: outcomes.length, all: outcomes.length }))
    onDone(failed.map(({ id }) => id))
  }
  return (
    <>
      {people.length > 0 && (
        <BulkActionButtons
          user={user}
          ids={ids}
          isInviting={invite.isPending}
          onInvite={() => invite.mutate(ids, { onSuccess: handleOutcomes })}
          onOpen={setOpenDialog}
        />
      )}
      {openDialog === 'place' && (
        <PlaceManyDialog
          user={user}
          ids={ids}
          onClose={() => setOpenDialog(undefined)}
          onDone={handleOutcomes}
        />
      )}
      {openDialog === 'deactivate' && (
        <ReasonDialog
          title={dialogText.deactivate.titleMany({ count: people.length })}
          help={dialogText.deactivate.help}
          action={text.deactivate}
          isBusy={deactivate.isPending}
          onClose={() => setOpenDialog(undefined)}
          onDecide={reason => deactivate.mutate({ ids, reason }, { onSuccess: handleOutcomes })}
        />
      )}
      {result && <Outcomes {...result} onClose={() => setResult(undefined)} />}
    </>
  )
}
