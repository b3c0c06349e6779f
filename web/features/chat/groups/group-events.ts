import { connection } from '#web/lib/query/live-connection.ts'
import { updateChatGroupInQueryCache } from './groups.api.ts'

/** Updates the group list and unread counts from socket events. Returns the function that unsubscribes. */
export function subscribeToGroupEvents(): () => void {
  const unsubscribers = [
    connection.on('group-activity', ({ groupId, lastSeq, lastMessage }) =>
      updateChatGroupInQueryCache(groupId, { lastSeq, lastMessage }),
    ),
    connection.on('new-message', message =>
      updateChatGroupInQueryCache(message.groupId, { lastSeq: message.seq, lastMessage: message }),
    ),
    connection.on('call-changed', ({ groupId, startedBy, startedAt, isAudioOnly, answeredAt, endedAt }) => {
      const isMissed = answeredAt === null && endedAt !== null
      updateChatGroupInQueryCache(groupId, { lastCall: { startedBy, startedAt, isAudioOnly, isMissed } })
    }),
    connection.on('group-read', ({ groupId, ...read }) => updateChatGroupInQueryCache(groupId, read)),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
