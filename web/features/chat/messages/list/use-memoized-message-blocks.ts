import { useMemo, useRef } from 'react'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'

const blockSize = 50

export interface Block {
  key: number
  messages: DisplayedMessage[]
}

/** Splits messages into blocks by sequence number. A block with unchanged messages is not rendered again. */
export function useMemoizedMessageBlocks(messages: DisplayedMessage[]): Block[] {
  const last = useRef(new Map<number, DisplayedMessage[]>())
  return useMemo(() => {
    const blocks = new Map<number, DisplayedMessage[]>()
    for (const message of messages) {
      const key = Math.floor(message.seq / blockSize)
      const block = blocks.get(key)
      if (block) block.push(message)
      else blocks.set(key, [message])
    }
    for (const [key, block] of blocks) {
      const previous = last.current.get(key)
      const isSame =
        previous?.length === block.length && block.every((message, index) => message === previous[index])
      if (isSame) blocks.set(key, previous)
    }
    last.current = blocks
    return Array.from(blocks, ([key, block]) => ({ key, messages: block }))
  }, [messages])
}
