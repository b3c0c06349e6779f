import { useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { Line, MessageBlock } from './MessageBlock.tsx'
import { type Chosen, MessageMenu, moveBetweenMenus } from './MessageMenu.tsx'
import { OlderMessages } from './OlderMessages.tsx'
import { OutgoingMessage } from './OutgoingMessage.tsx'
import { SpokenMessage } from './SpokenMessage.tsx'
import { ToLatest } from './ToLatest.tsx'
import { useBlocks } from './use-blocks.ts'
import { useLines } from './use-lines.ts'
import { useScrollPlace } from './use-scroll-place.ts'

export function MessageList({
  group,
  sealed,
  label,
  conversation,
  state,
  myId,
  newFrom,
  onBottom,
}: {
  group: GroupRow
  /** Of an encrypted group: whose changes are shown where they happened. */
  sealed?: EncryptedGroup
  label: string
  conversation: Conversation
  state: ConversationState
  myId: number
  newFrom?: number
  /** Whether the newest can be seen. */
  onBottom: (isThere: boolean) => void
}) {
  const { messages, outgoing, hasOlder, isOlderLost } = state
  const blocks = useBlocks(messages)
  const [chosen, setChosen] = useState<Chosen>()
  const lastOther = messages.findLast(
    ({ senderId, trouble, isHidden }) => senderId !== myId && !trouble && !isHidden,
  )
  const lines = useLines(group, state, sealed)
  const { ref, width, place, follow, toBottom, missed } = useScrollPlace({
    conversation,
    state,
    newFrom,
    onBottom,
  })
  // After midnight today is another day.
  const today = new Date().toDateString()
  return (
    <div ref={ref} className={styles.scroller}>
      <div
        ref={place}
        className={styles.messages}
        role="log"
        aria-label={label}
        // Old ones are put in above and one's own twice; what is new is said below.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reachable by keyboard
        tabIndex={0}
        onScroll={follow}
        onKeyDown={moveBetweenMenus}
      >
        {hasOlder && <OlderMessages isLost={isOlderLost} onLoad={() => conversation.loadOlder()} />}
        {messages.length === 0 && outgoing.length === 0 && (
          <p className={styles.nothing}>{text.noMessages}</p>
        )}
        {blocks.map((block, index) => (
          <MessageBlock
            key={block.key}
            messages={block.messages}
            before={blocks[index - 1]?.messages.at(-1)}
            lines={lines}
            myId={myId}
            newFrom={newFrom}
            today={today}
            width={width}
            tabStop={lastOther && block.messages.includes(lastOther) ? lastOther.seq : undefined}
            onMenu={setChosen}
          />
        ))}
        {lines.atEnd.map(words => (
          <Line key={words} words={words} />
        ))}
        {outgoing.map(one => (
          <OutgoingMessage key={one.clientId} one={one} conversation={conversation} />
        ))}
      </div>
      <SpokenMessage newest={messages.at(-1)} myId={myId} />
      {chosen && (
        <MessageMenu group={group} sealed={sealed} chosen={chosen} onClose={() => setChosen(undefined)} />
      )}
      {missed !== undefined && <ToLatest missed={missed} onGo={toBottom} />}
    </div>
  )
}
