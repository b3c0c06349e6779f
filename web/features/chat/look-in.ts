// While the program is open, and whether or not a group is being looked at: whoever may come in is signed for, whoever
// has gone is signed out, and what waited for somebody goes out.
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { connection } from '#web/lib/socket.ts'
import { groupsQuery } from './groups.api.ts'
import type { Outgoing } from './shown-message.ts'

const mayBeSealed = ({ type, encrypted, isActive }: GroupRow) =>
  isActive && (type === 'custom' || (type === 'club' && encrypted))

async function sendWaiting(group: GroupRow, myId: number, sealed: EncryptedGroup): Promise<void> {
  const { sealedWireTo } = await import('./use-conversation.ts')
  const wire = sealedWireTo(group.id, myId, sealed)
  if (wire.waitsFor?.()) return
  const waiting: Outgoing[] = (await wire.outbox?.load()) ?? []
  const left: Outgoing[] = []
  for (const one of waiting) {
    const answer = one.error ? undefined : await wire.send(one).catch(() => undefined)
    if (!answer?.ok) left.push(one)
  }
  if (left.length < waiting.length) await wire.outbox?.save(left)
}

async function lookIn(myId: number, groups: GroupRow[]): Promise<void> {
  if (groups.length === 0) return
  const { findDuties, openGroup } = await import('#web/lib/e2ee/open-group.ts')
  const duties = await findDuties(myId)
  if (!duties) return
  for (const group of groups) {
    const isWaiting = duties.waiting.includes(group.id)
    if (!isWaiting && !duties.signing.includes(group.id)) continue
    const sealed = await openGroup(group, duties.identity)
    await sealed.sync()
    if (isWaiting) await sendWaiting(group, myId, sealed)
  }
}

export function followAdmissions(myId: number): () => void {
  const run = (isWanted: (group: GroupRow) => boolean) => {
    const groups = queryClient.getQueryData(groupsQuery.queryKey) ?? []
    // Another time will do: whoever waits is asked after again at the next occasion.
    lookIn(
      myId,
      groups.filter(group => mayBeSealed(group) && isWanted(group)),
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
