import { useEffect, useMemo } from 'react'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { useStore } from '#web/lib/state/store.ts'

/** Quoted messages by sequence number; null when a message cannot be read. */
export type QuotedMessages = ReadonlyMap<number, DisplayedMessage | null>

const noSeqs: number[] = []

/** Returns the quoted messages and those numbered in `others` (pinned ones). Unloaded messages are fetched once. */
export function useQuotedMessages(
  conversation: Conversation,
  messages: DisplayedMessage[],
  others: number[] = noSeqs,
): QuotedMessages {
  const { quoted } = useStore(conversation)
  const neededSeqs = useMemo(() => {
    const seqs = messages.flatMap(({ extra }) => extra?.reply?.seq ?? [])
    return [...new Set([...seqs, ...others])]
  }, [messages, others])
  const loadedMessages = useMemo(() => {
    const first = messages[0]?.seq ?? 0
    return new Map(neededSeqs.map(seq => [seq, seq < first ? undefined : messages[seq - first]]))
  }, [messages, neededSeqs])
  useEffect(() => {
    for (const [seq, loaded] of loadedMessages)
      if (!loaded && !quoted.has(seq)) void conversation.loadQuotedMessage(seq)
  }, [conversation, loadedMessages, quoted])
  return useMemo(() => {
    const quotes = new Map<number, DisplayedMessage | null>()
    for (const [seq, loaded] of loadedMessages) {
      const quote = loaded ?? quoted.get(seq)
      if (quote !== undefined) quotes.set(seq, quote)
    }
    return quotes
  }, [loadedMessages, quoted])
}
