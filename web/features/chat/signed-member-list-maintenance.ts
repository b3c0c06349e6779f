// Background work for encrypted groups while the app is open, even when no group is displayed.
// The client of a group administrator signs the entries of new and departed members in the group's member list.
// Messages that waited for a recipient's encryption keys are sent in the background.
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { groupsQuery } from '#web/features/chat/groups/groups.api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import type { UnsentMessage } from './displayed-message.ts'

/**
 * Whether the group is open. Beyond that, signed member lists stored on this device decide what to sign, not the
 * server.
 */
const isOpenGroup = ({ isActive }: GroupRow) => isActive

async function sendWaitingMessages(myId: number, encryptedGroup: EncryptedGroup): Promise<void> {
  const { createTransportOfEncryptedGroup: sealedWireTo } = await import(
    '#web/features/chat/messages/conversation/use-conversation.ts'
  )
  const transport = sealedWireTo(myId, encryptedGroup)
  if (transport.getWaitingText?.()) return
  const waiting: UnsentMessage[] = (await transport.outbox?.load()) ?? []
  const unsent: UnsentMessage[] = []
  for (const message of waiting) {
    const response = message.error ? undefined : await transport.send(message).catch(() => undefined)
    if (!response?.ok) unsent.push(message)
  }
  if (unsent.length < waiting.length) await transport.outbox?.save(unsent)
}

async function sendUnsentEntriesAndMessages(myId: number, groups: GroupRow[]): Promise<void> {
  if (groups.length === 0) return
  const { findGroupsWithUnsignedEntriesOrUnsentMessages: findDuties, loadEncryptedGroup: openGroup } =
    await import('#web/lib/e2ee/group/load-encrypted-group.ts')
  const duties = await findDuties(myId)
  if (!duties) return
  for (const group of groups) {
    const isWaiting = duties.waiting.includes(group.id)
    if (!isWaiting && !duties.signing.includes(group.id)) continue
    const encryptedGroup = await openGroup(group, duties.identity)
    await encryptedGroup.sync()
    if (isWaiting) await sendWaitingMessages(myId, encryptedGroup)
  }
}

export function startUpdatingSignedMemberLists(myId: number): () => void {
  const sendUnsentOfAffectedGroups = (isAffected: (group: GroupRow) => boolean) => {
    const groups = queryClient.getQueryData(groupsQuery.queryKey) ?? []
    // A failed update of signed member lists is ignored, because the next member event or reconnection retries it.
    sendUnsentEntriesAndMessages(
      myId,
      groups.filter(group => isOpenGroup(group) && isAffected(group)),
    ).catch(() => {})
  }
  const unsubscribers = [
    connection.on('e2ee-roster', ({ groupId }) => sendUnsentOfAffectedGroups(({ id }) => id === groupId)),
    connection.on('connect', () => sendUnsentOfAffectedGroups(() => true)),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
