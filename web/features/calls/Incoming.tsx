import '@mantine/core/styles/Menu.css'
import { ActionIcon, Button, Group, Menu, Modal, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconMessage, IconPhone, IconPhoneOff, IconVideo } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { declineCall } from '#shared/contracts/calls.endpoints.ts'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call as send } from '#web/lib/api.ts'
import { usePhone } from '#web/lib/phone.ts'
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

interface Answered {
  call: Call
  group: GroupRow
  myId: number
}

function DeclineWith({ call, group, myId, size }: Answered & { size: number }) {
  const failed = () => void showToast('failure', text.wordNotSaid)
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <ActionIcon
          size={size}
          radius={size > 44 ? 'xl' : undefined}
          variant="default"
          aria-label={text.declineWith}
          title={text.declineWith}
        >
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
  )
}

const iconOf = ({ isAudioOnly }: Call) => (isAudioOnly ? IconPhone : IconVideo)

function Caller({ call, group, caller, isBlocked }: Answered & { caller: string; isBlocked: boolean }) {
  return (
    <Stack role="alert" align="center" gap="xs" className={styles.caller}>
      <span className={styles.rings}>
        <PersonAvatar person={{ fullName: caller, profileImageUrl: null }} size={96} />
      </span>
      <Text fw={700} size="lg" ta="center">
        {text.incoming(caller)}
      </Text>
      <Text size="sm" c="dimmed" ta="center">
        {whereOf(call, group)}
      </Text>
      {isBlocked && (
        <Text size="xs" c="dimmed" ta="center">
          {text.soundBlocked}
        </Text>
      )}
    </Stack>
  )
}

const kindOf = ({ isAudioOnly }: Call) => (isAudioOnly ? text.audioTitle : text.title)
const whereOf = (call: Call, group: GroupRow) =>
  group.direct ? kindOf(call) : text.incomingIn(kindOf(call), group.name)

/** As telephones have it: no on the left, yes on the right, each as large as a thumb. */
function Answers({ call, group, myId, onAccept }: Answered & { onAccept: () => void }) {
  const Icon = iconOf(call)
  return (
    <div className={styles.answers}>
      <UnstyledButton
        className={styles.answerButton}
        data-answer="no"
        onClick={() => void decline(call).catch(() => {})}
      >
        <IconPhoneOff size={30} aria-hidden />
        <span>{text.decline}</span>
      </UnstyledButton>
      <DeclineWith call={call} group={group} myId={myId} size={48} />
      <UnstyledButton className={styles.answerButton} data-answer="yes" data-autofocus onClick={onAccept}>
        <Icon size={30} aria-hidden />
        <span>{text.accept}</span>
      </UnstyledButton>
    </div>
  )
}

/** A second one, while one is in the first: a word above it, and without a sound. */
function Waiting({
  call,
  group,
  myId,
  caller,
  onAccept,
}: Answered & { caller: string; onAccept: () => void }) {
  const Icon = iconOf(call)
  return (
    <Paper className={styles.waiting} withBorder shadow="md" role="alert">
      <Text fw={600}>{text.incoming(caller)}</Text>
      <Text size="sm" c="dimmed">
        {whereOf(call, group)}
      </Text>
      <Group mt="sm" gap={8}>
        <Button flex="1 0 auto" h={44} color="red" onClick={() => void decline(call).catch(() => {})}>
          {text.decline}
        </Button>
        <DeclineWith call={call} group={group} myId={myId} size={44} />
        <Button flex="1 1 100%" h={44} leftSection={<Icon size={18} aria-hidden />} onClick={onAccept}>
          {text.endAndAccept}
        </Button>
      </Group>
    </Paper>
  )
}

/** Somebody calls. On a phone it has the whole screen, as calls have there. */
export function Incoming({ call, group, myId, isWaiting }: Answered & { isWaiting: boolean }) {
  const caller = call.members.find(({ userId }) => userId === call.startedBy)?.fullName ?? group.name
  const isBlocked = useRinging(isWaiting || group.mutedUntil !== null)
  const isPhone = usePhone()
  const accept = () => {
    if (isWaiting) calls.close()
    calls.open(group)
  }
  const answered = { call, group, myId }
  if (isWaiting) return <Waiting {...answered} caller={caller} onAccept={accept} />
  return (
    <Modal
      opened
      centered
      fullScreen={isPhone}
      onClose={() => void decline(call).catch(() => {})}
      title={kindOf(call)}
      size="sm"
      classNames={{ content: styles.ringing, body: styles.ringingBody }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Caller {...answered} caller={caller} isBlocked={isBlocked} />
      <Answers {...answered} onAccept={accept} />
    </Modal>
  )
}
