import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Message } from '#shared/contracts/chat.ts'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { MessageBlock } from './MessageBlock.tsx'
import { OutgoingMessage } from './OutgoingMessage.tsx'

const blockSize = 50
/** As near to the end as counts as being there. */
const near = 80
/** Older ones are fetched before one has quite arrived at the first. */
const ahead = 800

/** By sequence in blocks; a block in which nothing changed stays the same, and so is not drawn again. */
function useBlocks(messages: Message[]): Message[][] {
  const last = useRef(new Map<number, Message[]>())
  return useMemo(() => {
    const blocks = new Map<number, Message[]>()
    for (const message of messages) {
      const key = Math.floor(message.seq / blockSize)
      const block = blocks.get(key)
      if (block) block.push(message)
      else blocks.set(key, [message])
    }
    for (const [key, block] of blocks) {
      const known = last.current.get(key)
      if (known?.[0] === block[0] && known?.length === block.length) blocks.set(key, known)
    }
    last.current = blocks
    return [...blocks.values()]
  }, [messages])
}

/** Where a message stands on the screen, so that it can be found there again after others came above it. */
interface Anchor {
  seq: number
  top: number
}

function findAnchor(place: HTMLElement, messages: Message[]): Anchor | undefined {
  const [first] = messages
  const element = first && place.querySelector(`#message-${first.seq}`)
  return element ? { seq: first.seq, top: element.getBoundingClientRect().top } : undefined
}

export function MessageList({
  label,
  conversation,
  state,
  myId,
  newFrom,
  onBottom,
}: {
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
  const place = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor>(undefined)
  const isDown = useRef(true)
  const onItsWay = useRef(outgoing.length)
  const [seenSeq, setSeenSeq] = useState<number>()
  const newest = messages.at(-1)
  const lastSeq = newest?.seq ?? 0
  const [seqAtFirst] = useState(lastSeq)
  // After midnight today is another day.
  const today = new Date().toDateString()
  const missed = seenSeq === undefined ? 0 : lastSeq - seenSeq

  const toBottom = (behavior: ScrollBehavior = 'instant') =>
    place.current?.scrollTo({ top: place.current.scrollHeight, behavior })

  // At first, and only then: where the new ones begin, or else down at the newest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment of opening
  useLayoutEffect(() => {
    const line = newFrom && place.current?.querySelector(`#message-${newFrom}`)
    if (line) line.scrollIntoView({ block: 'center' })
    else place.current?.scrollTo({ top: place.current.scrollHeight })
  }, [])

  // Then: down stays down, and whatever is looked at stays where it is when older ones come above it.
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const known = anchor.current
    const moved = known && element.querySelector(`#message-${known.seq}`)
    if (known && moved && messages[0]?.seq !== known.seq)
      element.scrollTop += moved.getBoundingClientRect().top - known.top
    else if (isDown.current || outgoing.length > onItsWay.current) element.scrollTop = element.scrollHeight
    onItsWay.current = outgoing.length
    anchor.current = findAnchor(element, messages)
    if (isDown.current) conversation.letGoOfOld()
  }, [messages, outgoing, conversation])

  function follow(): void {
    const element = place.current
    if (!element) return
    anchor.current = findAnchor(element, messages)
    const isThere = element.scrollHeight - element.scrollTop - element.clientHeight < near
    if (isThere !== isDown.current) {
      isDown.current = isThere
      onBottom(isThere)
      setSeenSeq(isThere ? undefined : lastSeq)
    }
    if (element.scrollTop < ahead) void conversation.loadOlder()
  }

  return (
    <div className={styles.scroller}>
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
      >
        {hasOlder && (
          <div className={styles.older}>
            {isOlderLost ? (
              <Button size="compact-sm" variant="default" onClick={() => conversation.loadOlder()}>
                {text.loadOlder}
              </Button>
            ) : (
              <Loader size="sm" aria-label={text.loadingOlder} />
            )}
          </div>
        )}
        {messages.length === 0 && outgoing.length === 0 && (
          <p className={styles.nothing}>{text.noMessages}</p>
        )}
        {blocks.map((block, index) => (
          <MessageBlock
            key={Math.floor((block[0]?.seq ?? 0) / blockSize)}
            messages={block}
            before={blocks[index - 1]?.at(-1)}
            myId={myId}
            newFrom={newFrom}
            today={today}
          />
        ))}
        {outgoing.map(one => (
          <OutgoingMessage key={one.clientId} one={one} conversation={conversation} />
        ))}
      </div>
      <p className={styles.spoken} aria-live="polite">
        {newest &&
          lastSeq > seqAtFirst &&
          newest.senderId !== myId &&
          text.spoken(newest.sender.fullName, newest.content)}
      </p>
      {seenSeq !== undefined &&
        (missed > 0 ? (
          <Button
            className={styles.latest}
            radius="xl"
            size="compact-md"
            leftSection={<IconArrowDown size={16} aria-hidden />}
            onClick={() => toBottom()}
          >
            {text.toLatestNew(missed)}
          </Button>
        ) : (
          <ActionIcon
            className={styles.latest}
            radius="xl"
            size="lg"
            variant="default"
            aria-label={text.toLatest}
            onClick={() => toBottom()}
          >
            <IconArrowDown size={18} aria-hidden />
          </ActionIcon>
        ))}
    </div>
  )
}
