import type { GroupRow } from '#shared/contracts/chat.ts'
import type { GroupActivity } from '#shared/contracts/socket.ts'
import { queryClient, refresh } from '#web/lib/query-client.ts'
import { connection } from '#web/lib/socket.ts'
import { groupsKey } from './groups.api.ts'

const timeOf = ({ lastMessage, createdAt }: GroupRow) => lastMessage?.createdAt ?? createdAt

/** Changed in place: asking the server anew for every word said in a group of thousands would be asking for trouble. */
function change(groupId: number, update: (group: GroupRow) => Partial<GroupRow>): void {
  const groups = queryClient.getQueryData<GroupRow[]>(groupsKey)
  if (!groups) return
  if (!groups.some(({ id }) => id === groupId)) return void refresh([groupsKey[0]])
  const changed = groups.map(group => {
    if (group.id !== groupId) return group
    const next = { ...group, ...update(group) }
    return { ...next, unreadCount: next.isActive ? Math.max(0, next.lastSeq - next.lastReadSeq) : 0 }
  })
  queryClient.setQueryData(
    groupsKey,
    changed.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a))),
  )
}

function hear({ groupId, lastSeq, lastMessage }: GroupActivity): void {
  change(groupId, group => (lastSeq > group.lastSeq ? { lastSeq, lastMessage } : {}))
}

/** While the shell is open: lists and badges follow what is said and read, here and on other devices. */
export function followGroups(): () => void {
  const stops = [
    connection.on('group-activity', hear),
    connection.on('new-message', message =>
      hear({ groupId: message.groupId, lastSeq: message.seq, lastMessage: message }),
    ),
    connection.on('group-read', ({ groupId, lastReadSeq }) =>
      change(groupId, group => ({ lastReadSeq: Math.max(group.lastReadSeq, lastReadSeq) })),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
