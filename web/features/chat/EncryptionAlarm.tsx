import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import styles from './Chat.module.css'
import { useDismissAlarm, useMemberNames } from './encryption.api.ts'
import { alarmText as text } from './encryption.text.ts'
import { PersonSafety } from './PersonSafety.tsx'
import type { Encryption } from './use-encryption.ts'

type Sealed = Extract<Encryption, { kind: 'sealed' }>

/** Something does not hold: before anything else, in red, and there until somebody has looked at it. */
export function EncryptionAlarm({ group, encryption }: { group: GroupRow; encryption: Sealed }) {
  const { reason = '', isOver, swapped } = encryption.state
  const names = useMemberNames(group, encryption.group)
  const dismiss = useDismissAlarm(encryption.group)
  const explain = text.reasons[reason]
  return (
    <Alert
      className={styles.alarm}
      color="red"
      variant="filled"
      icon={<IconAlertTriangle size={20} />}
      title={text.broken}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{explain ? explain(names.list(swapped)) : text.other}</Text>
        <Text size="sm">{text.hint}</Text>
        {isOver && (
          <>
            <Text size="sm">{text.over}</Text>
            <Button
              size="compact-sm"
              color="dark"
              loading={dismiss.isPending}
              onClick={() => dismiss.mutate()}
            >
              {text.dismiss}
            </Button>
          </>
        )}
        {swapped.map(userId => (
          <PersonSafety
            key={userId}
            group={encryption.group}
            userId={userId}
            name={names.one(userId)}
            isOnColour
          />
        ))}
      </Stack>
    </Alert>
  )
}
