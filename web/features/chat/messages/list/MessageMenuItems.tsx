import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChecks,
  IconCopy,
  IconFlag,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { groupPreferencesText } from '#texts/group-preferences.ts'
import { reportText } from '#texts/message-report.ts'
import { messageText as text } from '#texts/messages.ts'
import { presenceText } from '#texts/presence.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { usePinMessage } from '#web/features/chat/groups/groups.api.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import {
  canEditMessage,
  hasGroupKeyChangedSinceMessage,
  useDeleteMessage,
} from '#web/features/chat/messages/conversation/message-changes.api.ts'
import { hasReadReceipts } from '#web/features/chat/presence/use-read-receipts.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { copyTextToClipboard } from './copy-text-to-clipboard.ts'
import { buildSignedMessagePinRequest } from './signed-pins.ts'

function buildMessageUrl({ groupId, seq }: DisplayedMessage): string {
  return `${location.origin}/communication?group=${groupId}&message=${seq}`
}

interface MessageItemProps {
  group: GroupRow
  message: DisplayedMessage
  /** Closes the menu of a message and returns the focus to the message. */
  onClose: () => void
}

function CopyMessageItems({ message, onClose }: MessageItemProps) {
  return (
    <>
      {(!message.extra?.file || message.extra.file.hasWords) && (
        <Menu.Item
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => {
            copyTextToClipboard(message.content, text.copied)
            onClose()
          }}
        >
          {text.copy}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => {
          copyTextToClipboard(buildMessageUrl(message), text.linkCopied)
          onClose()
        }}
      >
        {text.copyLink}
      </Menu.Item>
    </>
  )
}

function PinMessageItem({
  group,
  message,
  encryptedGroup,
  onClose,
}: MessageItemProps & { encryptedGroup?: EncryptedGroup }) {
  const pin = usePinMessage(group.id)
  const isPinned = group.pins.includes(message.seq)
  return (
    <Menu.Item
      leftSection={isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
      onClick={() => {
        pin.mutate(() => buildSignedMessagePinRequest(message, !isPinned, encryptedGroup))
        onClose()
      }}
    >
      {isPinned ? groupPreferencesText.unpinMessage : groupPreferencesText.pinMessage}
    </Menu.Item>
  )
}

function DeleteMessageItem({
  conversation,
  message,
  onClose,
}: MessageItemProps & { conversation: Conversation }) {
  const remove = useDeleteMessage(conversation)
  const askToDeleteMessage = () => {
    onClose()
    openConfirmDialog({
      title: text.removeTitle,
      text: text.removeHint,
      action: text.remove,
      isDangerous: true,
      onConfirm: () => remove.mutate(message),
    })
  }
  return (
    <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={askToDeleteMessage}>
      {text.remove}
    </Menu.Item>
  )
}

/**
 * Edit action of the message menu. After the members have changed, it only says why the message can no longer be
 * edited.
 */
function EditMessageItem({ isOver, onEdit }: { isOver: boolean; onEdit: () => void }) {
  return (
    <Menu.Item
      leftSection={<IconPencil size={16} aria-hidden />}
      disabled={isOver}
      styles={{ itemLabel: { whiteSpace: 'normal' } }}
      onClick={onEdit}
    >
      {isOver ? text.editOver : text.edit}
    </Menu.Item>
  )
}

/** Entries of the message menu that the user's role and the group's state allow. */
export function MessageMenuItems({
  encryptedGroup,
  conversation,
  myId,
  onReply,
  onEdit,
  onReaders,
  onReport,
  ...item
}: MessageItemProps & {
  encryptedGroup?: EncryptedGroup
  conversation: Conversation
  myId: number
  onReply: () => void
  onEdit: () => void
  onReaders: () => void
  onReport: () => void
}) {
  const { group, message } = item
  const isMine = message.senderId === myId
  return (
    <>
      {group.isActive && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={onReply}>
          {text.reply}
        </Menu.Item>
      )}
      <CopyMessageItems {...item} />
      {isMine && !group.direct && hasReadReceipts(group) && (
        <Menu.Item leftSection={<IconChecks size={16} aria-hidden />} onClick={onReaders}>
          {presenceText.readBy}
        </Menu.Item>
      )}
      {group.isActive && group.mayRun && <PinMessageItem {...item} encryptedGroup={encryptedGroup} />}
      {isMine && group.isActive && canEditMessage(message) && (
        <EditMessageItem isOver={hasGroupKeyChangedSinceMessage(message, encryptedGroup)} onEdit={onEdit} />
      )}
      {isMine && group.isActive && <DeleteMessageItem {...item} conversation={conversation} />}
      {!isMine && (
        <Menu.Item leftSection={<IconFlag size={16} aria-hidden />} onClick={onReport}>
          {reportText.report}
        </Menu.Item>
      )}
    </>
  )
}
