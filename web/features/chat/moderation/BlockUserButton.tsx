import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { setUserBlocked } from '#shared/contracts/chat/chat.endpoints.ts'
import { personText as text } from '#texts/person-menu.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

/** Button in a direct conversation that blocks or unblocks the other user. */
export function BlockUserButton({
  userId,
  name,
  isBlocked,
}: {
  userId: number
  name: string
  isBlocked: boolean
}) {
  const button = useRef<HTMLButtonElement>(null)
  // Blocking and unblocking move the button within the drawer. The new button takes over the focus of the removed one.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  const toggleBlock = useMutation({
    mutationFn: () => callEndpoint(setUserBlocked, { params: { userId }, body: { isBlocked: !isBlocked } }),
    meta: { success: isBlocked ? text.unblockDone : text.blockDone, failure: text.failed },
  })
  const askForConfirmation = () =>
    openConfirmDialog({
      title: text.blockTitle({ name }),
      text: text.blockHint,
      action: text.block({ name }),
      isDangerous: true,
      onConfirm: () => toggleBlock.mutate(),
    })
  return (
    <Button
      ref={button}
      variant={isBlocked ? 'default' : 'light'}
      color={isBlocked ? undefined : 'red'}
      leftSection={<IconBan size={16} aria-hidden />}
      loading={toggleBlock.isPending}
      h="auto"
      mih={44}
      py={6}
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.25 } }}
      onClick={isBlocked ? () => toggleBlock.mutate() : askForConfirmation}
    >
      {isBlocked ? text.unblock({ name }) : text.block({ name })}
    </Button>
  )
}
