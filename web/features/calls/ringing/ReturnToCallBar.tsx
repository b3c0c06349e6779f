import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import styles from '#web/features/calls/Calls.module.css'
import { calls } from '#web/features/calls/calls.store.ts'
import { hangUpCall } from '#web/features/calls/join-or-start-call.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { showToast } from '#web/lib/query/toast.ts'

/** Offers a user who left a call without hanging up to return to the call or to end it. */
export function ReturnToCallBar({ call, group, myId }: { call: Call; group: GroupRow; myId: number }) {
  const [isEnding, setEnding] = useState(false)
  const endCall = () => {
    setEnding(true)
    hangUpCall(call.id, myId).catch((error: Error) => {
      setEnding(false)
      void showToast('failure', getErrorMessageForUser(error, text.endFailed))
    })
  }
  return (
    <Paper className={styles.waiting} withBorder shadow="md" role="alert">
      <Text fw={600}>{text.awaited({ name: group.name })}</Text>
      <Text size="sm" c="dimmed">
        {text.awaitedHint}
      </Text>
      <Group mt="sm" gap={8}>
        <Button flex="1 0 auto" h={44} color="red" variant="light" loading={isEnding} onClick={endCall}>
          {text.end}
        </Button>
        <Button flex="1 0 auto" h={44} onClick={() => calls.open(group)}>
          {text.comeBack}
        </Button>
      </Group>
    </Paper>
  )
}
