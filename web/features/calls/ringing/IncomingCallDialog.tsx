import '@mantine/core/styles/Menu.css'
import {
  ActionIcon,
  Button,
  Flex,
  Group,
  Menu,
  Modal,
  Paper,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { IconMessage, IconPhone, IconPhoneOff, IconVideo } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { declineCall } from '#shared/contracts/calls/calls.endpoints.ts'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import styles from '#web/features/calls/Calls.module.css'
import { calls } from '#web/features/calls/calls.store.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { callEndpoint as send } from '#web/lib/http/api.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { useSignedUserNameLookup } from '#web/lib/query/use-pinned-keys.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { startRingTone } from './start-ring-tone.ts'

/** Plays the ring tone of an incoming call unless it is silenced. Returns whether the browser blocks the sound. */
function useRingTone(isSilent: boolean): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    if (!isSilent) return startRingTone('incoming', { shakes: true, onBlocked: setBlocked })
  }, [isSilent])
  return isBlocked
}

async function declineIncomingCall({ id }: Call): Promise<void> {
  await send(declineCall, { params: { id } })
}

/** Declines the call and sends an encrypted message to the conversation. */
async function declineCallWithMessage(
  call: Call,
  group: GroupRow,
  myId: number,
  message: string,
): Promise<void> {
  await declineIncomingCall(call)
  const { sendDeclineMessage: sayWord } = await import('./send-decline-message.ts')
  await sayWord(group, myId, message)
}

interface IncomingCallProps {
  call: Call
  group: GroupRow
  myId: number
}

function DeclineMessageMenu({ call, group, myId, size }: IncomingCallProps & { size: number }) {
  const showFailure = () => void showToast('failure', text.wordNotSaid)
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
        {text.declineWords.map(message => (
          <Menu.Item
            key={message}
            className={styles.word}
            onClick={() => void declineCallWithMessage(call, group, myId, message).catch(showFailure)}
          >
            {message}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const getCallKindIcon = ({ isAudioOnly }: Call) => (isAudioOnly ? IconPhone : IconVideo)

function CallerInfo({
  call,
  group,
  caller,
  isBlocked,
}: IncomingCallProps & { caller: string; isBlocked: boolean }) {
  return (
    <Stack role="alert" align="center" gap="xs" className={styles.caller}>
      <span className={styles.rings}>
        <PersonAvatar person={{ fullName: caller, profileImageUrl: null }} size={96} />
      </span>
      <Text fw={700} size="lg" ta="center">
        {text.incoming({ name: caller })}
      </Text>
      <Text size="sm" c="dimmed" ta="center">
        {getCallLabel(call, group)}
      </Text>
      {isBlocked && (
        <Text size="xs" c="dimmed" ta="center">
          {text.soundBlocked}
        </Text>
      )}
    </Stack>
  )
}

const getCallKindLabel = ({ isAudioOnly }: Call) => (isAudioOnly ? text.audioTitle : text.title)
const getCallLabel = (call: Call, group: GroupRow) =>
  group.direct ? getCallKindLabel(call) : text.incomingIn({ kind: getCallKindLabel(call), group: group.name })

/** Buttons of an incoming call: decline on the left and accept on the right, as on phones. */
function AnswerCallButtons({ call, group, myId, onAccept }: IncomingCallProps & { onAccept: () => void }) {
  const Icon = getCallKindIcon(call)
  return (
    <Flex align="start" justify="space-evenly" className={styles.answers}>
      <UnstyledButton
        className={styles.answerButton}
        data-answer="no"
        onClick={() => void declineIncomingCall(call).catch(() => {})}
      >
        <IconPhoneOff size={30} aria-hidden />
        <span>{text.decline}</span>
      </UnstyledButton>
      <DeclineMessageMenu call={call} group={group} myId={myId} size={48} />
      <UnstyledButton className={styles.answerButton} data-answer="yes" data-autofocus onClick={onAccept}>
        <Icon size={30} aria-hidden />
        <span>{text.accept}</span>
      </UnstyledButton>
    </Flex>
  )
}

/** Notice without sound of a second incoming call while the user is already in a call. */
function SecondIncomingCallNotice({
  call,
  group,
  myId,
  caller,
  onAccept,
}: IncomingCallProps & { caller: string; onAccept: () => void }) {
  const Icon = getCallKindIcon(call)
  return (
    <Paper className={styles.waiting} withBorder shadow="md" role="alert">
      <Text fw={600}>{text.incoming({ name: caller })}</Text>
      <Text size="sm" c="dimmed">
        {getCallLabel(call, group)}
      </Text>
      <Group mt="sm" gap={8}>
        <Button
          flex="1 0 auto"
          h={44}
          color="red"
          onClick={() => void declineIncomingCall(call).catch(() => {})}
        >
          {text.decline}
        </Button>
        <DeclineMessageMenu call={call} group={group} myId={myId} size={44} />
        <Button flex="1 1 100%" h={44} leftSection={<Icon size={18} aria-hidden />} onClick={onAccept}>
          {text.endAndAccept}
        </Button>
      </Group>
    </Paper>
  )
}

/** Dialog for an incoming call; full screen on phones. */
export function IncomingCallDialog({
  call,
  group,
  myId,
  isWaiting,
}: IncomingCallProps & { isWaiting: boolean }) {
  const getSignedName = useSignedUserNameLookup()
  // In a direct conversation the caller is always the peer, so the caller named by the server is ignored.
  const caller = group.direct
    ? group.name
    : (getSignedName(call.startedBy) ??
      call.members.find(({ userId }) => userId === call.startedBy)?.fullName ??
      group.name)
  const isBlocked = useRingTone(isWaiting || group.mutedUntil !== null)
  const isPhone = useIsPhone()
  const acceptCall = () => {
    if (isWaiting) calls.close()
    calls.open(group)
  }
  const callProps = { call, group, myId }
  if (isWaiting) return <SecondIncomingCallNotice {...callProps} caller={caller} onAccept={acceptCall} />
  return (
    <Modal
      opened
      centered
      fullScreen={isPhone}
      onClose={() => void declineIncomingCall(call).catch(() => {})}
      title={getCallKindLabel(call)}
      size="sm"
      classNames={{ content: styles.ringing, body: styles.ringingBody }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <CallerInfo {...callProps} caller={caller} isBlocked={isBlocked} />
      <AnswerCallButtons {...callProps} onAccept={acceptCall} />
    </Modal>
  )
}
