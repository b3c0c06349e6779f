import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { useStore } from '#web/lib/store.ts'
import { showLength } from './call-length.ts'
import type { CallSession } from './call-session.ts'
import { calls } from './calls.store.ts'
import { callsText as text } from './calls.text.ts'

/** How it ended and how long it was; and a way to try again where nobody came. */
export function Ended({
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
  const { ending = 'over', took, call } = useStore(session)
  const isInVain = ending === 'unanswered' || ending === 'declined'
  const again = () => {
    onClose()
    // The dialog is another one then, with a preview of its own.
    setTimeout(() => calls.open(group, call.isAudioOnly))
  }
  return (
    <Modal opened centered onClose={onClose} title={title} size="sm">
      <Stack>
        <Alert color={ending === 'forged' ? 'red' : 'gray'} role="alert">
          {text.endings[ending]}
          {took !== undefined && <Text fw={700}>{text.tookSoLong(showLength(took))}</Text>}
        </Alert>
        <Group justify="flex-end">
          {isInVain && (
            <Button variant="default" onClick={again}>
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
