import { connection } from '#web/lib/socket.ts'
import { changeGroup } from './groups.api.ts'

/** Updates group list and unread badges from socket events. Returns the function that unsubscribes. */
export function followGroups(): () => void {
  const unsubscribers = [
    connection.on('group-activity', ({ groupId, lastSeq, lastMessage }) =>
      changeGroup(groupId, { lastSeq, lastMessage }),
    ),
    connection.on('new-message', message =>
      changeGroup(message.groupId, { lastSeq: message.seq, lastMessage: message }),
    ),
    connection.on('call-changed', ({ groupId, startedBy, startedAt, isAudioOnly, answeredAt, endedAt }) => {
      const isMissed = answeredAt === null && endedAt !== null
      changeGroup(groupId, { lastCall: { startedBy, startedAt, isAudioOnly, isMissed } })
    }),
    connection.on('group-read', ({ groupId, ...read }) => changeGroup(groupId, read)),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
