import { ActionIcon, Button } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { useStore } from '#web/lib/store.ts'
import { calls } from './calls.store.ts'
import { callsText as text } from './calls.text.ts'

/** Begins a call in this conversation, or leads into the one that is going on. */
export function CallButton({ group }: { group: GroupRow }) {
  const { running } = useStore(calls)
  const call = running.find(({ groupId }) => groupId === group.id)
  if (call) {
    return (
      <Button
        size="compact-sm"
        leftSection={<IconVideo size={16} aria-hidden />}
        title={text.running(call.members.length)}
        onClick={() => calls.open(group)}
      >
        {text.join}
      </Button>
    )
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={text.start}
      onClick={() => calls.open(group)}
    >
      <IconVideo size={20} aria-hidden />
    </ActionIcon>
  )
}
