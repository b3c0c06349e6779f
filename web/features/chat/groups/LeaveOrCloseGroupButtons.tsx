import { Button, Group } from '@mantine/core'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { groupText as text } from '#texts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { useCloseGroup, useLeaveGroup, useReopenGroup } from './groups.api.ts'

/** Buttons to leave a group and, for group managers, to close or reopen the group. */
export function LeaveOrCloseGroupButtons({
  group,
  myId,
  mayClose,
  encryptedGroup,
  onLeft,
}: {
  group: GroupRow
  myId: number
  mayClose: boolean
  encryptedGroup?: EncryptedGroup
  onLeft: () => void
}) {
  const leave = useLeaveGroup(group.id, myId, onLeft, encryptedGroup)
  const close = useCloseGroup(group.id)
  const reopen = useReopenGroup(group.id)
  const askForConfirmation = (action: string, question: string, onConfirm: () => void) =>
    openConfirmDialog({ title: action, text: question, action, isDangerous: true, onConfirm })
  return (
    <Group>
      <Button
        variant="default"
        loading={leave.isPending}
        onClick={() => askForConfirmation(text.leave, text.leaveConfirm, () => leave.mutate())}
      >
        {text.leave}
      </Button>
      {!group.isActive && group.mayRun && (
        <Button loading={reopen.isPending} onClick={() => reopen.mutate()}>
          {text.reopen}
        </Button>
      )}
      {mayClose && (
        <Button
          variant="subtle"
          color="red"
          loading={close.isPending}
          onClick={() => askForConfirmation(text.close, text.closeConfirm, () => close.mutate())}
        >
          {text.close}
        </Button>
      )}
    </Group>
  )
}
