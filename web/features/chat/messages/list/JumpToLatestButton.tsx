import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { chatText as text } from '#texts/conversations.ts'

/** Button that scrolls to the newest message and shows how many new messages are below the visible part. */
export function JumpToLatestButton({ missed, onGo }: { missed: number; onGo: () => void }) {
  return missed > 0 ? (
    <Button
      pos="absolute"
      right={20}
      bottom={14}
      radius="xl"
      size="compact-md"
      leftSection={<IconArrowDown size={16} aria-hidden />}
      onClick={onGo}
    >
      {text.toLatestNew({ count: missed })}
    </Button>
  ) : (
    <ActionIcon
      pos="absolute"
      right={20}
      bottom={14}
      radius="xl"
      size="lg"
      variant="default"
      aria-label={text.toLatest}
      onClick={onGo}
    >
      <IconArrowDown size={18} aria-hidden />
    </ActionIcon>
  )
}
