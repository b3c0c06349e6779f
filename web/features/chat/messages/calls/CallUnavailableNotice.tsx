import { ActionIcon, Popover } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { callObstacles as text } from '#texts/calls.ts'
import { personText } from '#texts/person-menu.ts'
import type { Encryption } from '#web/features/chat/encryption/use-conversation-encryption.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { determineSendingPermission } from '#web/lib/e2ee/conversation/determine-sending-permission.ts'

/** Whether calls are possible in the conversation; `unknown` while the keys are being checked. */
export type CallReadiness = 'ready' | 'unknown' | { obstacle: string }

/**
 * Checks the keys of both users before a call is offered. Returns undefined for plaintext groups, which have no calls.
 */
export function getCallReadinessOfConversation(
  group: DescribedGroup,
  encryption: Encryption,
  { isOutdated, isUnassured }: { isOutdated: boolean; isUnassured: boolean },
): CallReadiness | undefined {
  const { mode, refusal } = group.conversation
  if (mode === 'plaintext' || encryption.kind === 'plain') return undefined
  if (group.isBlocked) return { obstacle: personText.blocked({ name: group.name }) }
  if (encryption.kind === 'keyless' || isOutdated) return { obstacle: text.noKeys }
  if (encryption.kind === 'looking') return 'unknown'
  if (encryption.kind !== 'sealed' || refusal) return { obstacle: text.broken }
  if (isUnassured) return { obstacle: text.disputedKeys }
  const decision = determineSendingPermission(encryption.state, { refusal })
  if (decision.kind === 'send') return 'ready'
  if (decision.reason === 'preparing') return 'unknown'
  if (decision.reason === 'alone')
    return { obstacle: group.direct ? text.peerKeyless({ name: group.name }) : text.alone }
  return { obstacle: decision.reason === 'broken' ? text.broken : text.waitingKeys }
}

/** Explains why no call is possible in the conversation, in place of the call buttons. */
export function CallUnavailableNotice({ readiness }: { readiness: Exclude<CallReadiness, 'ready'> }) {
  if (readiness === 'unknown')
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={text.checking}
        disabled
        bg="transparent"
      >
        <IconPhoneOff size={20} aria-hidden visibility="hidden" />
      </ActionIcon>
    )
  return (
    <Popover position="bottom-end" width={260} shadow="md" radius={12}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`${text.unavailable}: ${readiness.obstacle}`}
          title={readiness.obstacle}
        >
          <IconPhoneOff size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown fz="sm">{readiness.obstacle}</Popover.Dropdown>
    </Popover>
  )
}
