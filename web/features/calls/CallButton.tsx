import '@mantine/core/styles/Menu.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconPhone, IconVideo } from '@tabler/icons-react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import styles from './Calls.module.css'
import { calls } from './calls.store.ts'

/** Button that starts an audio or video call in a conversation, or joins the call that is already running. */
export function CallButton({ group }: { group: GroupRow }) {
  const { running, open } = useStoreState(calls)
  // In a narrow window the conversation's header has room for one button, so both kinds of call are in a menu.
  const isNarrow = useIsNarrow()
  const call = running.find(({ groupId }) => groupId === group.id)
  if (open?.id === group.id) return null
  if (call) {
    const Icon = call.isAudioOnly ? IconPhone : IconVideo
    return (
      <Button
        size="compact-sm"
        leftSection={<Icon size={16} aria-hidden />}
        title={text.running({ count: call.members.length })}
        aria-label={text.join}
        onClick={() => calls.open(group)}
      >
        {isNarrow ? text.joinNow : text.join}
      </Button>
    )
  }
  const callKinds = [
    { isAudioOnly: true, Icon: IconPhone, label: text.startAudio },
    { isAudioOnly: false, Icon: IconVideo, label: text.start },
  ]
  if (isNarrow) {
    return (
      <LazyMenu
        button={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={text.startAny}
            disabled={open !== undefined}
          >
            <IconPhone size={20} aria-hidden />
          </ActionIcon>
        }
      >
        {Menu =>
          callKinds.map(({ isAudioOnly, Icon, label }) => (
            <Menu.Item
              key={label}
              className={styles.word}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => calls.open(group, isAudioOnly)}
            >
              {label}
            </Menu.Item>
          ))
        }
      </LazyMenu>
    )
  }
  return callKinds.map(({ isAudioOnly, Icon, label }) => (
    <ActionIcon
      key={label}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      disabled={open !== undefined}
      onClick={() => calls.open(group, isAudioOnly)}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  ))
}
