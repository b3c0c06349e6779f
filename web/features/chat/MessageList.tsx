import { ActionIcon, Button, Loader } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconArrowDown } from '@tabler/icons-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'
import type { Conversation, ConversationState, ShownMessage } from './conversation.ts'
import { MessageBlock } from './MessageBlock.tsx'
import { OutgoingMessage } from './OutgoingMessage.tsx'

const blockSize = 50
/** As near to the end as counts as being there. */
const near = 80
/** Older ones are fetched before one has quite arrived at the first. */
const ahead = 800

/** By sequence in blocks; a block in which nothing changed stays the same, and so is not drawn again. */
function useBlocks(messages: ShownMessage[]): ShownMessage[][] {
  const last = useRef(new Map<number, ShownMessage[]>())
  return useMemo(() => {
    const blocks = new Map<number, ShownMessage[]>()
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

/** What is read: the first message that can be seen, and where it ends on the screen. */
interface Anchor {
  element: Element
  bottom: number
}

function findAnchor(place: HTMLElement): Anchor | undefined {
  const { top } = place.getBoundingClientRect()
  const reaches = (element: Element) => element.getBoundingClientRect().bottom > top
  // By block first: asking a message of a block that is not drawn would draw it.
  const block = [...place.querySelectorAll(`:scope > .${styles.block}`)].find(reaches)
  const element = block && [...block.querySelectorAll('[id^=message-]')].find(reaches)
  return element && { element, bottom: element.getBoundingClientRect().bottom }
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
  const { ref, width } = useElementSize()
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

  const toBottom = () => place.current?.scrollTo({ top: place.current.scrollHeight })

  // At first, and only then: where the new ones begin, or else down at the newest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment of opening
  useLayoutEffect(() => {
    const line = newFrom && place.current?.querySelector(`#message-${newFrom}`)
    if (line) line.scrollIntoView({ block: 'center' })
    else toBottom()
  }, [])

  // Then: down stays down, and whatever is looked at stays where it is when older ones come above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn changes with the messages and the width
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    if (isDown.current || outgoing.length > onItsWay.current) element.scrollTop = element.scrollHeight
    else if (anchor.current?.element.isConnected)
      element.scrollTop += anchor.current.element.getBoundingClientRect().bottom - anchor.current.bottom
    onItsWay.current = outgoing.length
    anchor.current = findAnchor(element)
    if (isDown.current) conversation.letGoOfOld()
  }, [messages, outgoing, conversation, width])

  function follow(): void {
    const element = place.current
    if (!element) return
    anchor.current = findAnchor(element)
    const isThere = element.scrollHeight - element.scrollTop - element.clientHeight < near
    if (isThere !== isDown.current) {
      isDown.current = isThere
      onBottom(isThere)
      setSeenSeq(isThere ? undefined : lastSeq)
    }
    if (element.scrollTop < ahead) void conversation.loadOlder()
  }

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
            width={width}
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
          !newest.trouble &&
          text.spoken(newest.sender.fullName, newest.content)}
      </p>
      {seenSeq !== undefined &&
        (missed > 0 ? (
          <Button
            className={styles.latest}
            radius="xl"
            size="compact-md"
            leftSection={<IconArrowDown size={16} aria-hidden />}
            onClick={toBottom}
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
            onClick={toBottom}
          >
            <IconArrowDown size={18} aria-hidden />
          </ActionIcon>
        ))}
    </div>
  )
}
