import { Button, Group } from '@mantine/core'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { groupText as text } from './chat.text.ts'
import { useCloseGroup, useLeaveGroup, useReopenGroup } from './groups.api.ts'

/** The ways out of a group: for oneself, and for its owner for everybody. */
export function LeaveGroup({
  group,
  myId,
  mayClose,
  sealed,
  onLeft,
}: {
  group: GroupRow
  myId: number
  mayClose: boolean
  sealed?: EncryptedGroup
  onLeft: () => void
}) {
  const leave = useLeaveGroup(group.id, myId, onLeft, sealed)
  const close = useCloseGroup(group.id)
  const reopen = useReopenGroup(group.id)
  const ask = (action: string, question: string, onConfirm: () => void) =>
    confirm({ title: action, text: question, action, isDangerous: true, onConfirm })
  return (
    <Group>
      <Button
        variant="default"
        loading={leave.isPending}
        onClick={() => ask(text.leave, text.leaveConfirm, () => leave.mutate())}
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
          onClick={() => ask(text.close, text.closeConfirm, () => close.mutate())}
        >
          {text.close}
        </Button>
      )}
    </Group>
  )
}
