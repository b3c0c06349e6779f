import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { fillText, findText } from '#shared/language/texts.ts'
import { encryptionText, refusalText, alarmText as text } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { Refusal } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { restartedOverMember } from '#web/lib/e2ee/group/group-state.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import {
  useAcceptNewSignedMemberList,
  useDismissGroupVerificationAlert,
  useGroupMemberNames,
} from './encryption.api.ts'
import { SafetyNumberPanel } from './SafetyNumberPanel.tsx'
import type { Encryption } from './use-conversation-encryption.ts'

type EncryptedState = Extract<Encryption, { kind: 'sealed' }>

/** Red alert for a failed verification of the signed member list. `names` lists the members concerned. */
export function MemberListVerificationAlert({
  reason,
  names = '',
  children,
}: {
  reason: string
  names?: string
  children?: ReactNode
}) {
  const explanation = findText(text.reasons, reason)
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
        <Text size="sm">{explanation ? fillText(explanation, { names }) : text.other}</Text>
        <Text size="sm">{text.hint}</Text>
        {children}
      </Stack>
    </Alert>
  )
}

/** Red alert for a conversation about which the server makes contradictory statements. */
export function ContradictoryServerClaimsAlert({ reason }: { reason: Refusal }) {
  return (
    <Alert
      className={styles.alarm}
      color="red"
      variant="filled"
      icon={<IconAlertTriangle size={20} />}
      title={refusalText.title}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{refusalText.reasons[reason]}</Text>
        <Text size="sm">{text.hint}</Text>
      </Stack>
    </Alert>
  )
}

/**
 * Button for a user who was on the old signed member list. After a warning, it accepts the restarted list.
 */
function AcceptRestartButton({ encryption }: { encryption: EncryptedState }) {
  const accept = useAcceptNewSignedMemberList(encryption.group)
  return (
    <Button
      size="compact-sm"
      variant="white"
      loading={accept.isPending}
      onClick={() =>
        openConfirmDialog({
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

/** Alert for an encrypted group that failed verification. Once verification succeeds again, the user can dismiss it. */
export function EncryptedGroupVerificationAlert({
  group,
  encryption,
}: {
  group: GroupRow
  encryption: EncryptedState
}) {
  const { reason = '', isOver, swapped } = encryption.state
  const names = useGroupMemberNames(group, encryption.group)
  const dismiss = useDismissGroupVerificationAlert(encryption.group)
  return (
    <MemberListVerificationAlert reason={reason} names={names.list(swapped)}>
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
      {reason === restartedOverMember && !isOver && <AcceptRestartButton encryption={encryption} />}
      {swapped.map(userId => (
        <SafetyNumberPanel
          key={userId}
          group={encryption.group}
          userId={userId}
          name={names.one(userId)}
          isOnColour
        />
      ))}
    </MemberListVerificationAlert>
  )
}
