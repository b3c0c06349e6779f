import '@mantine/core/styles/Menu.css'
import { ActionIcon, Button, Group, Menu, Modal, Paper, Stack, Text } from '@mantine/core'
import { IconMessage, IconPhone, IconPhoneOff, IconVideo } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { declineCall } from '#shared/contracts/calls.endpoints.ts'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call as send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Calls.module.css'
import { calls } from './calls.store.ts'
import { callsText as text } from './calls.text.ts'
import { ring } from './ring-tone.ts'

/** A group that somebody silenced shows that it rings, and makes no sound. */
function useRinging(isSilent: boolean): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    if (!isSilent) return ring('incoming', { shakes: true, onBlocked: setBlocked })
  }, [isSilent])
  return isBlocked
}

async function decline({ id }: Call): Promise<void> {
  await send(declineCall, { params: { id } })
}

/** With a word that goes into the conversation, sealed like any other. */
async function declineWith(call: Call, group: GroupRow, myId: number, words: string): Promise<void> {
  await decline(call)
  const { sayWord } = await import('./say-word.ts')
  await sayWord(group, myId, words)
}

function DeclineButtons({ call, group, myId }: { call: Call; group: GroupRow; myId: number }) {
  const failed = () => void showToast('failure', text.wordNotSaid)
  return (
    <Group gap={8} wrap="nowrap" className={styles.answer}>
      <Button
        flex={1}
        color="red"
        leftSection={<IconPhoneOff size={18} aria-hidden />}
        onClick={() => void decline(call).catch(() => {})}
      >
        {text.decline}
      </Button>
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={44} variant="default" aria-label={text.declineWith}>
            <IconMessage size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text.declineWith}</Menu.Label>
          {text.declineWords.map(words => (
            <Menu.Item
              key={words}
              className={styles.word}
              onClick={() => void declineWith(call, group, myId, words).catch(failed)}
            >
              {words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

/** Somebody calls. While one is in a call already it is a word above it, and without a sound. */
export function Incoming({
  call,
  group,
  myId,
  isWaiting,
}: {
  call: Call
  group: GroupRow
  myId: number
  isWaiting: boolean
}) {
  const caller = call.members.find(({ userId }) => userId === call.startedBy)?.fullName ?? group.name
  const isBlocked = useRinging(isWaiting || group.mutedUntil !== null)
  const Icon = call.isAudioOnly ? IconPhone : IconVideo
  const kind = call.isAudioOnly ? text.audioTitle : text.title
  const where = group.direct ? kind : text.incomingIn(kind, group.name)
  const accept = () => {
    if (isWaiting) calls.close()
    calls.open(group)
  }
  const answer = (
    <Button
      className={styles.answer}
      leftSection={<Icon size={18} aria-hidden />}
      data-autofocus
      onClick={accept}
    >
      {isWaiting ? text.endAndAccept : text.accept}
    </Button>
  )
  if (isWaiting) {
    return (
      <Paper className={styles.waiting} withBorder shadow="md" role="alert">
        <Text fw={600}>{text.incoming(caller)}</Text>
        <Text size="sm" c="dimmed">
          {where}
        </Text>
        <Group grow mt="sm" gap={8}>
          <DeclineButtons call={call} group={group} myId={myId} />
          {answer}
        </Group>
      </Paper>
    )
  }
  return (
    <Modal
      opened
      centered
      onClose={() => void decline(call).catch(() => {})}
      title={kind}
      size="sm"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack role="alert" align="center" gap="xs" mb="lg">
        <span className={styles.rings}>
          <PersonAvatar person={{ fullName: caller, profileImageUrl: null }} size={88} />
        </span>
        <Text fw={700} size="lg" ta="center">
          {text.incoming(caller)}
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          {where}
        </Text>
        {isBlocked && (
          <Text size="xs" c="dimmed" ta="center">
            {text.soundBlocked}
          </Text>
        )}
      </Stack>
      <Stack gap={8}>
        {answer}
        <DeclineButtons call={call} group={group} myId={myId} />
      </Stack>
    </Modal>
  )
}
