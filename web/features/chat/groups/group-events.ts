import { connection } from '#web/lib/query/live-connection.ts'
import { updateCachedGroup } from './groups.api.ts'

/** Updates the group list and unread counts from socket events. Returns the function that unsubscribes. */
export function subscribeToGroupEvents(): () => void {
  const unsubscribers = [
    connection.on('group-activity', ({ groupId, lastSeq, lastMessage }) =>
      updateCachedGroup(groupId, { lastSeq, lastMessage }),
    ),
    connection.on('new-message', message =>
      updateCachedGroup(message.groupId, { lastSeq: message.seq, lastMessage: message }),
    ),
    connection.on('call-changed', ({ groupId, startedBy, startedAt, isAudioOnly, answeredAt, endedAt }) => {
      const isMissed = answeredAt === null && endedAt !== null
      updateCachedGroup(groupId, { lastCall: { startedBy, startedAt, isAudioOnly, isMissed } })
    }),
    connection.on('group-read', ({ groupId, ...read }) => updateCachedGroup(groupId, read)),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
