import { useMemo, useRef } from 'react'
import type { ShownMessage } from './shown-message.ts'

const blockSize = 50

export interface Block {
  key: number
  messages: ShownMessage[]
}

/** By sequence in blocks; a block in which nothing changed stays the same, and so is not drawn again. */
export function useBlocks(messages: ShownMessage[]): Block[] {
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
      const isSame = known?.length === block.length && block.every((one, index) => one === known[index])
      if (isSame) blocks.set(key, known)
    }
    last.current = blocks
    return Array.from(blocks, ([key, block]) => ({ key, messages: block }))
  }, [messages])
}
