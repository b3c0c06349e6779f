import { Menu } from '@mantine/core'
import { useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { useReactToMessage } from '#web/features/chat/messages/conversation/message-changes.api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { FrequentReactionButtons } from './FrequentReactionButtons.tsx'
import { MessageMenuItems } from './MessageMenuItems.tsx'

const ReportDialog = createLazyOverlay(
  async () => (await import('#web/features/chat/moderation/ReportMessageDialog.tsx')).ReportMessageDialog,
)
const ReadBy = createLazyOverlay(
  async () => (await import('#web/features/chat/presence/MessageReadersDialog.tsx')).MessageReadersDialog,
)
const EmojiPicker = createLazyOverlay(async () => (await import('./EmojiPicker.tsx')).EmojiPicker)

/** Message whose menu is open, its sender's displayed name and the button that opened the menu. */
export interface SelectedMessage {
  message: DisplayedMessage
  name: string
  button: HTMLElement
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
  const isMine = message.senderId === myId
  const closeMenu = () => {
    onClose()
    button.focus()
  }
  const sendReaction = (emoji: string) => {
    react.mutate({ message, emoji })
    closeMenu()
  }
  const closeMenuAndRun = (action: (message: DisplayedMessage) => void) => () => {
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
        onClose={closeMenu}
      />
    )
  }
  if (openDialog === 'readers') {
    return <ReadBy group={group} myId={myId} message={message} onClose={closeMenu} />
  }
  if (openDialog === 'emoji') {
    return <EmojiPicker onPick={sendReaction} onClose={closeMenu} />
  }
  const { left, top, width, height } = button.getBoundingClientRect()
  return (
    <Menu
      opened
      onClose={closeMenu}
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
          <FrequentReactionButtons onReact={sendReaction} onMore={() => setOpenDialog('emoji')} />
        )}
        <MessageMenuItems
          group={group}
          encryptedGroup={encryptedGroup}
          message={message}
          conversation={conversation}
          myId={myId}
          onReply={closeMenuAndRun(onReply)}
          onEdit={closeMenuAndRun(onEdit)}
          onReaders={() => setOpenDialog('readers')}
          onReport={() => setOpenDialog('report')}
          onClose={closeMenu}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
