import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { blockPerson } from '#shared/contracts/chat.endpoints.ts'
import { call } from '#web/lib/api.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { personText as text } from './person.text.ts'

/** For a conversation of two: not to hear from the other any more, and to take that back. */
export function BlockPerson({
  userId,
  name,
  isBlocked,
}: {
  userId: number
  name: string
  isBlocked: boolean
}) {
  const change = useMutation({
    mutationFn: () => call(blockPerson, { params: { userId }, body: { isBlocked: !isBlocked } }),
    meta: { success: isBlocked ? text.unblockDone : text.blockDone, failure: text.failed },
  })
  const ask = () =>
    confirm({
      title: text.blockTitle(name),
      text: text.blockHint,
      action: text.block(name),
      isDangerous: true,
      onConfirm: () => change.mutate(),
    })
  return (
    <Button
      variant={isBlocked ? 'default' : 'light'}
      color={isBlocked ? undefined : 'red'}
      leftSection={<IconBan size={16} aria-hidden />}
      loading={change.isPending}
      h="auto"
      mih={44}
      py={6}
      styles={{ label: { whiteSpace: 'normal' } }}
      onClick={isBlocked ? () => change.mutate() : ask}
    >
      {isBlocked ? text.unblock(name) : text.block(name)}
    </Button>
  )
}
