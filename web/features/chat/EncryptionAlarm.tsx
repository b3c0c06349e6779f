import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { passedOver } from '#web/lib/e2ee/group-view.ts'
import { confirm } from '#web/ui/confirm.tsx'
import styles from './Chat.module.css'
import { useAcceptRestart, useDismissAlarm, useMemberNames } from './encryption.api.ts'
import { encryptionText, alarmText as text } from './encryption.text.ts'
import { PersonSafety } from './PersonSafety.tsx'
import type { Encryption } from './use-encryption.ts'

type Sealed = Extract<Encryption, { kind: 'sealed' }>

/** Something does not hold: before anything else, and in red. `names`: of whom it speaks. */
export function AlarmBox({
  reason,
  names = '',
  children,
}: {
  reason: string
  names?: string
  children?: ReactNode
}) {
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
        <Text size="sm">{explain ? explain(names) : text.other}</Text>
        <Text size="sm">{text.hint}</Text>
        {children}
      </Stack>
    </Alert>
  )
}

/** A list that began anew over one's head: whoever has asked around may take it all the same. */
function TakeRestart({ encryption }: { encryption: Sealed }) {
  const accept = useAcceptRestart(encryption.group)
  return (
    <Button
      size="compact-sm"
      variant="white"
      loading={accept.isPending}
      onClick={() =>
        confirm({
          title: encryptionText.acceptRestart,
          text: text.takeRestart,
          action: encryptionText.acceptRestart,
          isDangerous: true,
          onConfirm: () => accept.mutate(),
        })
      }
    >
      {encryptionText.acceptRestart}
    </Button>
  )
}

/** There until somebody has looked at it. */
export function EncryptionAlarm({ group, encryption }: { group: GroupRow; encryption: Sealed }) {
  const { reason = '', isOver, swapped } = encryption.state
  const names = useMemberNames(group, encryption.group)
  const dismiss = useDismissAlarm(encryption.group)
  return (
    <AlarmBox reason={reason} names={names.list(swapped)}>
      {isOver && (
        <>
          <Text size="sm">{text.over}</Text>
          <Button
            size="compact-sm"
            variant="white"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate()}
          >
            {text.dismiss}
          </Button>
        </>
      )}
      {reason === passedOver && !isOver && <TakeRestart encryption={encryption} />}
      {swapped.map(userId => (
        <PersonSafety
          key={userId}
          group={encryption.group}
          userId={userId}
          name={names.one(userId)}
          isOnColour
        />
      ))}
    </AlarmBox>
  )
}
