import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChecks,
  IconCopy,
  IconDots,
  IconFlag,
  IconLink,
  IconMoodPlus,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { quickReactions } from '#shared/emoji.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { groupPreferencesText } from '#web/features/chat/groups/group-preferences.text.ts'
import { usePinMessage } from '#web/features/chat/groups/groups.api.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { messageText as text } from '#web/features/chat/messages/conversation/message.text.ts'
import {
  canEditMessage,
  useDeleteMessage,
  useReactToMessage,
} from '#web/features/chat/messages/conversation/message-changes.api.ts'
import { reportText } from '#web/features/chat/moderation/report.text.ts'
import { presenceText } from '#web/features/chat/presence/presence.text.ts'
import { hasReadReceipts } from '#web/features/chat/presence/use-read-receipts.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { copyText } from './copy-text.ts'

const ReportDialog = createLazyOverlay(
  async () => (await import('#web/features/chat/moderation/ReportDialog.tsx')).ReportDialog,
)
const ReadBy = createLazyOverlay(
  async () => (await import('#web/features/chat/presence/ReadReceiptList.tsx')).ReadReceiptList,
)
const EmojiPicker = createLazyOverlay(async () => (await import('./EmojiPicker.tsx')).EmojiPicker)

/** Message whose menu is open, its sender's displayed name and the button that opened the menu. */
export interface SelectedMessage {
  message: DisplayedMessage
  name: string
  button: HTMLElement
}

/** Button beside each message. All buttons share one menu. */
export function MessageMenuButton({
  label,
  isTabStop,
  onOpen,
}: {
  label: string
  isTabStop: boolean
  onOpen: (button: HTMLElement) => void
}) {
  return (
    <ActionIcon
      className={styles.more}
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      aria-haspopup="menu"
      tabIndex={isTabStop ? 0 : -1}
      data-menu-button
      onClick={event => onOpen(event.currentTarget)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** Moves the focus between the messages' menu buttons with the arrow keys; only one button is a tab stop. */
export function moveFocusBetweenMenuButtons(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const buttons = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-menu-button]'))
  const index = buttons.indexOf(event.target as HTMLElement)
  if (step === undefined || index === -1) return
  event.preventDefault()
  buttons[index + step]?.focus()
}

function buildMessageUrl({ groupId, seq }: DisplayedMessage): string {
  return `${location.origin}/communication?group=${groupId}&message=${seq}`
}

export interface MessageMenuProps {
  group: GroupRow
  encryptedGroup?: EncryptedGroup
  conversation: Conversation
  myId: number
  chosen: SelectedMessage
  onReply: (message: DisplayedMessage) => void
  onEdit: (message: DisplayedMessage) => void
  onClose: () => void
}

export function MessageMenu(props: MessageMenuProps) {
  const { group, encryptedGroup, conversation, myId, chosen, onReply, onEdit, onClose } = props
  const { message, name, button } = chosen
  const [openDialog, setOpenDialog] = useState<'report' | 'emoji' | 'readers'>()
  const react = useReactToMessage(conversation)
  const remove = useDeleteMessage(conversation)
  const isMine = message.senderId === myId
  const pin = usePinMessage(group.id)
  const isPinned = group.pins.includes(message.seq)
  const close = () => {
    onClose()
    button.focus()
  }
  const sendReaction = (emoji: string) => {
    react.mutate({ message, emoji })
    close()
  }
  const askToRemove = () => {
    const onConfirm = () => remove.mutate(message)
    close()
    openConfirmDialog({
      title: text.removeTitle,
      text: text.removeHint,
      action: text.remove,
      isDangerous: true,
      onConfirm,
    })
  }
  const closeAnd = (action: (message: DisplayedMessage) => void) => () => {
    onClose()
    action(message)
  }
  if (openDialog === 'report') {
    return (
      <ReportDialog
        group={group}
        encryptedGroup={encryptedGroup}
        message={message}
        name={name}
        onClose={close}
      />
    )
  }
  if (openDialog === 'readers') {
    return <ReadBy group={group} myId={myId} message={message} onClose={close} />
  }
  if (openDialog === 'emoji') {
    return <EmojiPicker onPick={sendReaction} onClose={close} />
  }
  const { left, top, width, height } = button.getBoundingClientRect()
  return (
    <Menu
      opened
      onClose={close}
      position={isMine ? 'bottom-end' : 'bottom-start'}
      closeOnItemClick={false}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <span className={styles.menuPlace} style={{ left, top, width, height }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={button.getAttribute('aria-label') ?? undefined}>
        {group.isActive && (
          <div className={styles.quick}>
            {quickReactions.map(emoji => (
              <Menu.Item
                key={emoji}
                className={styles.quickOne}
                aria-label={text.reactWith(emoji)}
                onClick={() => sendReaction(emoji)}
              >
                {emoji}
              </Menu.Item>
            ))}
            <Menu.Item
              className={styles.quickOne}
              aria-label={text.moreEmoji}
              onClick={() => setOpenDialog('emoji')}
            >
              <IconMoodPlus size={20} aria-hidden />
            </Menu.Item>
          </div>
        )}
        {group.isActive && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={closeAnd(onReply)}>
            {text.reply}
          </Menu.Item>
        )}
        {(!message.extra?.file || message.extra.file.hasWords) && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => {
              copyText(message.content, text.copied)
              close()
            }}
          >
            {text.copy}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => {
            copyText(buildMessageUrl(message), text.linkCopied)
            close()
          }}
        >
          {text.copyLink}
        </Menu.Item>
        {isMine && !group.direct && hasReadReceipts(group) && (
          <Menu.Item
            leftSection={<IconChecks size={16} aria-hidden />}
            onClick={() => setOpenDialog('readers')}
          >
            {presenceText.readBy}
          </Menu.Item>
        )}
        {group.isActive && group.mayRun && (
          <Menu.Item
            leftSection={
              isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />
            }
            onClick={() => {
              pin.mutate({ seq: message.seq, isPinned: !isPinned })
              close()
            }}
          >
            {isPinned ? groupPreferencesText.unpinMessage : groupPreferencesText.pinMessage}
          </Menu.Item>
        )}
        {isMine && group.isActive && canEditMessage(message) && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={closeAnd(onEdit)}>
            {text.edit}
          </Menu.Item>
        )}
        {isMine && group.isActive && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={askToRemove}>
            {text.remove}
          </Menu.Item>
        )}
        {!isMine && (
          <Menu.Item leftSection={<IconFlag size={16} aria-hidden />} onClick={() => setOpenDialog('report')}>
            {reportText.report}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
