import { Box, Flex, UnstyledButton } from '@mantine/core'
import { IconBellOff, IconPin } from '@tabler/icons-react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { shortenPersonName } from '#shared/names/short-name.ts'
import { callRecordText } from '#texts/call-record.ts'
import { chatText as text } from '#texts/conversations.ts'
import { encryptionText, refusalText } from '#texts/encryption.ts'
import styles from '#web/features/chat/Chat.module.css'
import {
  type DecryptedPreviews,
  decryptedPreviews,
} from '#web/features/chat/encryption/decrypted-previews.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { formatBadgeCount, formatTimestampAsTimeOrDate } from '#web/lib/format/format.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { GroupAvatar } from './GroupAvatar.tsx'

/**
 * Returns text and sender of the last message. In an encrypted group, only a message verified by this page is shown.
 */
function findMessagePreview({ id, lastMessage, encrypted }: GroupRow, previews: DecryptedPreviews) {
  const decrypted = previews[id]
  if (encrypted && decrypted && decrypted.seq === lastMessage?.seq) return decrypted
  return {
    text: encrypted ? encryptionText.sealedPreview : getMessagePreviewText(lastMessage?.content ?? ''),
    senderId: lastMessage?.senderId ?? 0,
    name: lastMessage?.sender.fullName ?? '',
  }
}

/** Returns the text that replaces a group's last message in the list if it is hidden, deleted or a call. */
function describeLastMessage({ lastMessage }: GroupRow): string | undefined {
  if (lastMessage?.isHidden) return text.hidden
  if (lastMessage?.isDeleted) return text.deleted
  return lastMessage?.messageType === 'call' ? text.call : undefined
}

/** Returns the group's last call if it started after the last message. */
function getNewestCallOfGroup({ lastCall, lastMessage }: GroupRow): GroupRow['lastCall'] {
  const isLater =
    lastCall && Date.parse(lastCall.startedAt) > Date.parse(lastMessage?.createdAt ?? '1970-01-01')
  return isLater ? lastCall : null
}

/** Preview of a chat group in the list: the last message with its sender, or the last call. */
function buildGroupPreview(group: DescribedGroup, myId: number, previews: DecryptedPreviews): string {
  if (group.conversation.mode === 'refused') return refusalText.short
  const { lastMessage, direct } = group
  const call = getNewestCallOfGroup(group)
  if (call) {
    const kind = call.isAudioOnly ? callRecordText.audio : callRecordText.video
    return call.isMissed ? callRecordText.unanswered({ kind }) : kind
  }
  if (!lastMessage) return text.noMessages
  const preview = findMessagePreview(group, previews)
  const content = describeLastMessage(group) ?? preview.text
  const senderName = preview.senderId === myId ? text.you : shortenPersonName(preview.name)
  return direct && preview.senderId !== myId ? content : `${senderName}: ${content}`
}

/** Row of the group list: name, preview of the last message or call, and unread count. */
export function GroupListRow({
  group,
  myId,
  isOpen,
  onOpen,
}: {
  group: DescribedGroup
  myId: number
  isOpen: boolean
  onOpen: () => void
}) {
  const previews = useStoreState(decryptedPreviews)
  const lastActivityAt = getNewestCallOfGroup(group)?.startedAt ?? group.lastMessage?.createdAt
  const isUnread = group.unreadCount > 0 && !group.mutedUntil
  return (
    <li>
      <UnstyledButton
        id={`group-${group.id}`}
        className={styles.item}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <GroupAvatar group={group} />
        <Flex component="span" direction="column" flex={1} miw={0}>
          <Flex component="span" gap={8} align="baseline" justify="space-between">
            <span className={styles.itemName}>{group.name}</span>
            {lastActivityAt && (
              <span className={styles.itemTime} data-unread={isUnread || undefined}>
                {formatTimestampAsTimeOrDate(lastActivityAt)}
              </span>
            )}
          </Flex>
          <Flex component="span" gap={6} align="center" mih={22} fz={12}>
            <span className={styles.itemPreview}>{buildGroupPreview(group, myId, previews)}</span>
            {group.isPinned && <IconPin size={16} role="img" aria-label={text.pinned} />}
            {group.mutedUntil && <IconBellOff size={16} role="img" aria-label={text.muted} />}
            {group.isMentioned && (
              <Box
                component="span"
                miw={20}
                bdrs={10}
                fw={700}
                lh="20px"
                ta="center"
                c="var(--emas-soft-text)"
                bg="var(--emas-soft)"
              >
                <span aria-hidden>@</span>
                <span className={styles.spoken}>{text.mentioned}</span>
              </Box>
            )}
            {group.unreadCount > 0 && (
              <Box
                component="span"
                miw={20}
                px={6}
                bdrs={10}
                fw={700}
                lh="20px"
                ta="center"
                className={styles.badge}
                data-muted={group.mutedUntil ? true : undefined}
              >
                <span aria-hidden>{formatBadgeCount(group.unreadCount)}</span>
                <span className={styles.spoken}>{text.unread({ count: group.unreadCount })}</span>
              </Box>
            )}
          </Flex>
        </Flex>
      </UnstyledButton>
    </li>
  )
}
