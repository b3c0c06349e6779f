import { useEffect, useMemo } from 'react'
import { useStore } from '#web/lib/store.ts'
import type { Conversation } from './conversation.ts'
import type { ShownMessage } from './shown-message.ts'

/** By sequence; null: it cannot be read here. */
export type Quotes = ReadonlyMap<number, ShownMessage | null>

const none: number[] = []

/** The messages that others answer: those that are shown anyway, and the rest fetched once. */
export function useQuotes(
  conversation: Conversation,
  messages: ShownMessage[],
  others: number[] = none,
): Quotes {
  const { quoted } = useStore(conversation)
  const wanted = useMemo(() => {
    const seqs = messages.flatMap(({ extra }) => extra?.reply?.seq ?? [])
    return [...new Set([...seqs, ...others])]
  }, [messages, others])
  const shown = useMemo(() => {
    const first = messages[0]?.seq ?? 0
    return new Map(wanted.map(seq => [seq, seq < first ? undefined : messages[seq - first]]))
  }, [messages, wanted])
  useEffect(() => {
    for (const [seq, known] of shown) if (!known && !quoted.has(seq)) void conversation.quote(seq)
  }, [conversation, shown, quoted])
  return useMemo(() => {
    const quotes = new Map<number, ShownMessage | null>()
    for (const [seq, known] of shown) {
      const quote = known ?? quoted.get(seq)
      if (quote !== undefined) quotes.set(seq, quote)
    }
    return quotes
  }, [shown, quoted])
}
