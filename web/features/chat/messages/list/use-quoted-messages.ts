import { useEffect, useMemo } from 'react'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'
import { findQuotedMessage } from '#web/lib/e2ee/conversation/message-reference.ts'
import { useStoreState } from '#web/lib/state/store.ts'

/** Chat messages by sequence number; null when a message cannot be read. */
export type MessagesBySeq = ReadonlyMap<number, DisplayedMessage | null>

/** Returns the messages with the given sequence numbers. Messages not loaded yet are fetched once. */
export function useMessagesBySequenceNumber(
  conversation: Conversation,
  messages: DisplayedMessage[],
  seqs: number[],
): MessagesBySeq {
  const { quoted } = useStoreState(conversation)
  const loadedMessages = useMemo(() => {
    const first = messages[0]?.seq ?? 0
    return new Map(seqs.map(seq => [seq, seq < first ? undefined : messages[seq - first]]))
  }, [messages, seqs])
  useEffect(() => {
    for (const [seq, loaded] of loadedMessages)
      if (!loaded && !quoted.has(seq)) void conversation.loadQuotedMessage(seq)
  }, [conversation, loadedMessages, quoted])
  return useMemo(() => {
    const found = new Map<number, DisplayedMessage | null>()
    for (const [seq, loaded] of loadedMessages) {
      const message = loaded ?? quoted.get(seq)
      if (message !== undefined) found.set(seq, message)
    }
    return found
  }, [loadedMessages, quoted])
}

/** Quoted messages, by the sequence number of the reply; null if this device cannot read the quoted message. */
export function useQuotedMessages(conversation: Conversation, messages: DisplayedMessage[]): MessagesBySeq {
  const seqs = useMemo(
    () => [...new Set(messages.flatMap(({ extra }) => extra?.reply?.seq ?? []))],
    [messages],
  )
  const atPosition = useMessagesBySequenceNumber(conversation, messages, seqs)
  return useMemo(() => {
    const quotes = new Map<number, DisplayedMessage | null>()
    for (const { seq, extra } of messages) {
      // The signed reply reference identifies the quoted message, because the server could change message positions.
      const found = extra?.reply && findQuotedMessage(extra.reply, messages, atPosition.get(extra.reply.seq))
      if (found !== undefined) quotes.set(seq, found)
    }
    return quotes
  }, [messages, atPosition])
}
