import { useElementSize } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import styles from '#web/features/chat/Chat.module.css'
import type {
  Conversation,
  ConversationState,
} from '#web/features/chat/messages/conversation/conversation.ts'

/** Distance in px from the end of the message list within which the list counts as scrolled to the bottom. */
const bottomTolerance = 80
/** Distance (px) from either end of the message list at which the next page of messages is loaded. */
const preloadDistance = 800

/** First visible message and the position of its bottom edge, from which the scroll position is restored. */
interface Anchor {
  element: Element
  bottom: number
}

function findScrollAnchor(scrollArea: HTMLElement): Anchor | undefined {
  const { top } = scrollArea.getBoundingClientRect()
  const isVisible = (element: Element) => element.getBoundingClientRect().bottom > top
  // Only messages of the first visible block are measured, because measuring renders messages outside the view.
  const block = [...scrollArea.querySelectorAll(`:scope > .${styles.block}`)].find(isVisible)
  const element = block && [...block.querySelectorAll('[id^=message-]')].find(isVisible)
  return element && { element, bottom: element.getBoundingClientRect().bottom }
}

/** Hook that keeps the scroll position when messages are added and, at the bottom, follows new messages. */
export function usePreserveMessageScrollPosition({
  conversation,
  state: { messages, outgoing, hasNewer },
  newFrom,
  onBottom,
}: {
  conversation: Conversation
  state: ConversationState
  newFrom?: number
  onBottom: (isThere: boolean) => void
}) {
  const scrollArea = useRef<HTMLDivElement>(null)
  const { ref, width, height } = useElementSize()
  const anchor = useRef<Anchor>(undefined)
  const isAtBottom = useRef(true)
  const outgoingCount = useRef(outgoing.length)
  const lastSeq = messages.at(-1)?.seq ?? 0
  const [seenSeq, setSeenSeq] = useState<number>()

  const scrollToBottom = () => scrollArea.current?.scrollTo({ top: scrollArea.current.scrollHeight })
  /** Scrolls to the newest message; after a jump to a distant message, reloads the newest page. */
  const jumpToBottom = () => (hasNewer ? void conversation.loadNewest() : scrollToBottom())

  // When a conversation opens, the list scrolls to the first unread message, or to the newest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message list scrolls only once, when it is opened
  useLayoutEffect(() => {
    const firstUnread = newFrom && scrollArea.current?.querySelector(`#message-${newFrom}`)
    if (firstUnread) firstUnread.scrollIntoView({ block: 'center' })
    else scrollToBottom()
  }, [])

  // After an update, a message list at the bottom scrolls to its new bottom; elsewhere it keeps its position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages and list size change the scroll position
  useLayoutEffect(() => {
    const element = scrollArea.current
    if (!element) return
    if (isAtBottom.current || outgoing.length > outgoingCount.current)
      element.scrollTop = element.scrollHeight
    else if (anchor.current?.element.isConnected)
      element.scrollTop += anchor.current.element.getBoundingClientRect().bottom - anchor.current.bottom
    outgoingCount.current = outgoing.length
    anchor.current = findScrollAnchor(element)
    if (isAtBottom.current) conversation.trimOldMessages()
  }, [messages, outgoing, conversation, width, height])

  function handleScroll(): void {
    const element = scrollArea.current
    if (!element) return
    anchor.current = findScrollAnchor(element)
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    const isThere = below < bottomTolerance && !hasNewer
    if (isThere !== isAtBottom.current) {
      isAtBottom.current = isThere
      onBottom(isThere)
      setSeenSeq(isThere ? undefined : lastSeq)
    }
    if (element.scrollTop < preloadDistance) void conversation.loadOlder()
    if (below < preloadDistance) void conversation.loadNewer()
  }

  return {
    /** Ref of the element around the message list. Its size is observed, to keep the scroll position. */
    ref,
    width,
    scrollArea,
    handleScroll,
    jumpToBottom,
    /** Number of messages received since the user scrolled up; undefined while the list is at the bottom. */
    missed: seenSeq === undefined ? undefined : Math.max(0, lastSeq - seenSeq),
  }
}
