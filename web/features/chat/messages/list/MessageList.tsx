import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { CallHistoryEntry } from '#web/features/chat/messages/calls/CallHistoryEntry.tsx'
import { useCallHistory } from '#web/features/chat/messages/calls/use-call-history.ts'
import type {
  Conversation,
  ConversationState,
} from '#web/features/chat/messages/conversation/conversation.ts'
import { scrollToMessage } from '#web/features/chat/messages/conversation/scroll-to-message.ts'
import { useReadReceipts } from '#web/features/chat/presence/use-read-receipts.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { JumpToLatestButton } from './JumpToLatestButton.tsx'
import { MessageBlock, MessageListSeparator } from './MessageBlock.tsx'
import { MessageMenu, type SelectedMessage } from './MessageMenu.tsx'
import { moveFocusBetweenMenuButtons } from './MessageMenuButton.tsx'
import { NewMessageForScreenReaders } from './NewMessageForScreenReaders.tsx'
import { OlderMessagesLoader } from './OlderMessagesLoader.tsx'
import { UnsentOwnMessage } from './UnsentOwnMessage.tsx'
import { useMemberChangesAndMessageOrderWarnings } from './use-member-changes-and-message-order-warnings.ts'
import { useMemoizedMessageBlocks } from './use-memoized-message-blocks.ts'
import { usePreserveMessageScrollPosition } from './use-preserve-message-scroll-position.ts'
import { useQuotedMessages } from './use-quoted-messages.ts'

const ReactionList = createLazyOverlay(async () => (await import('./ReactionList.tsx')).ReactionList)

/** Overlays of the message list: the menu of the chosen message, and the dialog with its reactions. */
function MessageOverlays({
  group,
  encryptedGroup,
  conversation,
  messages,
  myId,
  chosen,
  reacted,
  nameOf,
  onReply,
  onEdit,
  onCloseMenu,
  onCloseReactions,
}: Pick<MessageListProps, 'group' | 'encryptedGroup' | 'conversation' | 'myId' | 'onReply' | 'onEdit'> & {
  messages: DisplayedMessage[]
  chosen?: SelectedMessage
  reacted?: SelectedMessage
  nameOf: (userId: number) => string | undefined
  onCloseMenu: () => void
  onCloseReactions: () => void
}) {
  return (
    <>
      {chosen && (
        <MessageMenu
          {...{ group, encryptedGroup, conversation, myId, chosen, onReply, onEdit }}
          onClose={onCloseMenu}
        />
      )}
      {reacted && (
        <ReactionList
          message={messages.find(({ seq }) => seq === reacted.message.seq) ?? reacted.message}
          conversation={conversation}
          myId={myId}
          nameOf={nameOf}
          onClose={() => {
            reacted.button.focus()
            onCloseReactions()
          }}
        />
      )}
    </>
  )
}

interface MessageListProps {
  group: GroupRow
  /**
   * The encrypted group, whose changes to the signed member list are shown between the messages; undefined for a
   * plaintext group.
   */
  encryptedGroup?: EncryptedGroup
  label: string
  conversation: Conversation
  state: ConversationState
  myId: number
  newFrom?: number
  /** Files that are being uploaded to the conversation, shown below the messages. */
  below?: ReactNode
  /** Reports whether the message list is scrolled to the newest message. */
  onBottom: (isThere: boolean) => void
  onReply: (message: DisplayedMessage) => void
  onEdit: (message: DisplayedMessage) => void
}

export function MessageList({
  group,
  encryptedGroup,
  label,
  conversation,
  state,
  myId,
  newFrom,
  below,
  onBottom,
  onReply,
  onEdit,
}: MessageListProps) {
  const { messages, outgoing, hasOlder, isOlderLost } = state
  const blocks = useMemoizedMessageBlocks(messages)
  const [chosen, setChosen] = useState<SelectedMessage>()
  const [reacted, setReacted] = useState<SelectedMessage>()
  const lastReadable = messages.findLast(
    ({ trouble, isHidden, isDeleted }) => !trouble && !isHidden && !isDeleted,
  )
  const signedLines = useMemberChangesAndMessageOrderWarnings(group, state, encryptedGroup)
  const reads = useReadReceipts(group, myId)
  const readUpTo = reads.length > 0 ? Math.min(...reads.map(({ lastReadSeq }) => lastReadSeq)) : undefined
  const quotes = useQuotedMessages(conversation, messages)
  const traces = useCallHistory(group, state)
  const lines = useMemo(() => ({ ...signedLines, quotes, traces }), [signedLines, quotes, traces])
  const onGo = useCallback((seq: number) => void scrollToMessage(conversation, seq), [conversation])
  const { ref, width, scrollArea, handleScroll, jumpToBottom, missed } = usePreserveMessageScrollPosition({
    conversation,
    state,
    newFrom,
    onBottom,
  })
  // The current date is passed to the message blocks, so that they show new day names after midnight.
  const today = new Date().toDateString()
  return (
    <div ref={ref} className={styles.scroller}>
      <div
        ref={scrollArea}
        className={styles.messages}
        role="log"
        aria-label={label}
        // The list is no ARIA live region, which would also read out old messages and the user's own.
        // New messages are announced to screen readers by the component NewMessageForScreenReaders.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
        tabIndex={0}
        onScroll={handleScroll}
        onKeyDown={moveFocusBetweenMenuButtons}
      >
        {hasOlder && <OlderMessagesLoader isLost={isOlderLost} onLoad={() => conversation.loadOlder()} />}
        {messages.length === 0 && outgoing.length === 0 && traces.atEnd.length === 0 && (
          <p className={styles.nothing}>{text.noMessages}</p>
        )}
        {blocks.map((block, index) => (
          <MessageBlock
            key={block.key}
            messages={block.messages}
            before={blocks[index - 1]?.messages.at(-1)}
            group={group}
            lines={lines}
            myId={myId}
            /**
             * The read position is limited to the block's last message, so that fully read blocks are not rendered
             * again.
             */
            readUpTo={readUpTo && Math.min(readUpTo, block.messages.at(-1)?.seq ?? 0)}
            newFrom={newFrom}
            today={today}
            width={width}
            tabStop={lastReadable && block.messages.includes(lastReadable) ? lastReadable.seq : undefined}
            onMenu={setChosen}
            onReactions={setReacted}
            onGo={onGo}
          />
        ))}
        {lines.atEnd.map(line => (
          <MessageListSeparator key={line} label={line} />
        ))}
        {traces.atEnd.map(call => (
          <CallHistoryEntry key={call.id} call={call} group={group} myId={myId} />
        ))}
        {outgoing.map(pending => (
          <UnsentOwnMessage key={pending.clientId} message={pending} conversation={conversation} />
        ))}
        {below}
      </div>
      <NewMessageForScreenReaders newest={messages.at(-1)} myId={myId} />
      <MessageOverlays
        {...{ group, encryptedGroup, conversation, messages, myId, onReply, onEdit }}
        {...(chosen && { chosen })}
        {...(reacted && { reacted })}
        nameOf={userId => lines.nameOf?.(userId)}
        onCloseMenu={() => setChosen(undefined)}
        onCloseReactions={() => setReacted(undefined)}
      />
      {missed !== undefined && <JumpToLatestButton missed={missed} onGo={jumpToBottom} />}
    </div>
  )
}
