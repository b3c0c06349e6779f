// While the program is open, whoever was let into a group from this device and has keys by now is signed for, whether
// or not the group is being looked at.
import type { GroupRow } from '#shared/contracts/chat.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { connection } from '#web/lib/socket.ts'
import { groupsQuery } from './groups.api.ts'

const mayAdmit = ({ type, encrypted, direct, role }: GroupRow) =>
  encrypted && type === 'custom' && (direct || role !== 'member')

async function lookIn(myId: number, groups: GroupRow[]): Promise<void> {
  if (groups.length === 0) return
  const { loadIdentity } = await import('#web/lib/e2ee/key-store.ts')
  const identity = await loadIdentity(myId)
  if (!identity) return
  const { awaitsSomebody, openGroup } = await import('#web/lib/e2ee/open-group.ts')
  for (const group of groups) {
    if (await awaitsSomebody(myId, group.id)) await (await openGroup(group, identity)).sync()
  }
}

export function followAdmissions(myId: number): () => void {
  const run = (isWanted: (group: GroupRow) => boolean) => {
    const groups = queryClient.getQueryData(groupsQuery.queryKey) ?? []
    // Another time will do: whoever waits is asked after again at the next occasion.
    lookIn(
      myId,
      groups.filter(group => mayAdmit(group) && isWanted(group)),
    ).catch(() => {})
  }
  const stops = [
    connection.on('e2ee-roster', ({ groupId }) => run(({ id }) => id === groupId)),
    connection.on('connect', () => run(() => true)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
