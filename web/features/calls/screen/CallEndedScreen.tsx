import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import { calls } from '#web/features/calls/calls.store.ts'
import type { CallSession } from '#web/features/calls/session/call-session.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { formatCallDuration } from './format-call-duration.ts'

/** End screen of a call: reason and duration, with a button to call again when nobody answered. */
export function CallEndedScreen({
  title,
  group,
  session,
  onClose,
}: {
  title: string
  group: GroupRow
  session: CallSession
  onClose: () => void
}) {
  const { ending = 'over', took, call } = useStoreState(session)
  const isUnanswered = ending === 'unanswered' || ending === 'declined'
  const callAgain = () => {
    onClose()
    // The call is reopened in a later task, so that React unmounts the old call dialog and mounts a new one.
    setTimeout(() => calls.open(group, call.isAudioOnly))
  }
  return (
    <Modal opened centered onClose={onClose} title={title} size="sm">
      <Stack>
        <Alert color={ending === 'forged' ? 'red' : 'gray'} role="alert">
          {text.endings[ending]}
          {took !== undefined && (
            <Text fw={700}>{text.tookSoLong({ length: formatCallDuration(took) })}</Text>
          )}
        </Alert>
        <Group justify="flex-end">
          {isUnanswered && (
            <Button variant="default" onClick={callAgain}>
              {text.callAgain}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {text.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
