// Starts conversations, and stores on this device which one the user chose.
// The server can then neither present another conversation in its place nor name another person as the peer.
import { createGroup } from '#shared/contracts/chat/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { currentUserQuery, queryClient } from './query-client.ts'

const loadGroupEncryption = () => import('#web/lib/e2ee/group/open-encrypted-group.ts')

/** Opens the direct conversation with a user; the server returns an existing one or creates it. */
export async function startDirectConversation(userId: number): Promise<GroupRow> {
  const group = await callEndpoint(createGroup, { body: { direct: true, memberIds: [userId] } })
  const me = await queryClient.ensureQueryData(currentUserQuery)
  if (!me) return group
  const { trust } = await (await loadGroupEncryption()).loadKeysAndTrustRecord(me.id)
  await trust.recordConversation(group.id, { kind: 'direct', peer: userId })
  return group
}

/** Creates a group. The chosen members are stored on this device, which automatically admits only these members. */
export async function startGroup(
  myId: number,
  body: { name: string; memberIds: number[] },
): Promise<GroupRow> {
  const group = await callEndpoint(createGroup, { body })
  const { identity, trust } = await (await loadGroupEncryption()).loadKeysAndTrustRecord(myId)
  // If this device has no keys, another device of the user or an administrator may sign the first entry of the
  // group's member list.
  await trust.recordConversation(group.id, { kind: 'custom', ...(identity && { founder: myId }) })
  const { saveMembersChosenForNewGroup } = await import('#web/lib/e2ee/group/group-store.ts')
  await saveMembersChosenForNewGroup(myId, group.id, body.memberIds)
  return group
}
