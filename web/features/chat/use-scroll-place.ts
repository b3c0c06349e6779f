import { useElementSize } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import styles from './Chat.module.css'
import type { Conversation, ConversationState } from './conversation.ts'

/** As near to the end as counts as being there. */
const near = 80
/** Older ones are fetched before one has quite arrived at the first. */
const ahead = 800

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

/** Where one is in a conversation: it stays there whatever comes above or below, or at the newest. */
export function useScrollPlace({
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
  const place = useRef<HTMLDivElement>(null)
  const { ref, width, height } = useElementSize()
  const anchor = useRef<Anchor>(undefined)
  const isDown = useRef(true)
  const onItsWay = useRef(outgoing.length)
  const lastSeq = messages.at(-1)?.seq ?? 0
  const [seenSeq, setSeenSeq] = useState<number>()

  const scrollDown = () => place.current?.scrollTo({ top: place.current.scrollHeight })
  /** From a place far back the newest have to be fetched again. */
  const toBottom = () => (hasNewer ? void conversation.load() : scrollDown())

  // At first, and only then: where the new ones begin, or else down at the newest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment of opening
  useLayoutEffect(() => {
    const line = newFrom && place.current?.querySelector(`#message-${newFrom}`)
    if (line) line.scrollIntoView({ block: 'center' })
    else scrollDown()
  }, [])

  // Then: down stays down, and whatever is looked at stays where it is when older ones come above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is seen changes with the messages and the size
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    if (isDown.current || outgoing.length > onItsWay.current) element.scrollTop = element.scrollHeight
    else if (anchor.current?.element.isConnected)
      element.scrollTop += anchor.current.element.getBoundingClientRect().bottom - anchor.current.bottom
    onItsWay.current = outgoing.length
    anchor.current = findAnchor(element)
    if (isDown.current) conversation.letGoOfOld()
  }, [messages, outgoing, conversation, width, height])

  function follow(): void {
    const element = place.current
    if (!element) return
    anchor.current = findAnchor(element)
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    const isThere = below < near && !hasNewer
    if (isThere !== isDown.current) {
      isDown.current = isThere
      onBottom(isThere)
      setSeenSeq(isThere ? undefined : lastSeq)
    }
    if (element.scrollTop < ahead) void conversation.loadOlder()
    if (below < ahead) void conversation.loadNewer()
  }

  return {
    /** Of what is around it, whose width is watched. */
    ref,
    width,
    place,
    follow,
    toBottom,
    /** How many came since one left the newest; left out while one is there. */
    missed: seenSeq === undefined ? undefined : Math.max(0, lastSeq - seenSeq),
  }
}
