// Sorts the messages that a server lists and removes duplicates, because the server may be dishonest.
import type { DisplayedMessage } from './displayed-message.ts'

/** Returns the messages of the requested range, oldest first, with each sequence number once. */
export function sortAndDeduplicateMessages<T extends { seq: number }>(
  page: T[],
  { after = 0, before = Number.POSITIVE_INFINITY }: { after?: number; before?: number } = {},
): T[] {
  const bySeq = new Map(page.map(message => [message.seq, message]))
  return [...bySeq.values()]
    .filter(({ seq }) => seq > after && seq < before)
    .toSorted((first, second) => first.seq - second.seq)
}

/**
 * Marks a message that is listed at a second position as not verified, because its sender wrote it once.
 * A server that claims to be restored from a backup may list messages at new positions, so that the check of
 * positions in an encrypted group starts again while the page still shows the earlier ones.
 */
export function markDuplicateMessagesAsForged(messages: DisplayedMessage[]): DisplayedMessage[] {
  const listed = new Set<string>()
  return messages.map(message => {
    const { senderId, clientId, isHidden, trouble } = message
    if (clientId === null || isHidden || trouble) return message
    const id = `${senderId} ${clientId}`
    if (listed.has(id)) return { ...message, content: '', reactions: [], trouble: 'forged' }
    listed.add(id)
    return message
  })
}
