// Starts conversations, and stores on this device which conversation the user chose.
// The server cannot replace the user or group that the user chose, because this device has stored the choice.
import { createGroup } from '#shared/contracts/chat/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { currentUserQuery, queryClient } from './query-client.ts'

const loadGroupEncryption = () => import('#web/lib/e2ee/group/load-encrypted-group.ts')

/** Opens the direct conversation with a user. The server returns the existing conversation or creates one. */
export async function startDirectConversation(userId: number): Promise<GroupRow> {
  const group = await callEndpoint(createGroup, { body: { direct: true, memberIds: [userId] } })
  const me = await queryClient.ensureQueryData(currentUserQuery)
  if (!me) return group
  const { trust } = await (await loadGroupEncryption()).loadOwnAndPinnedKeys(me.id)
  await trust.recordConversation(group.id, { kind: 'direct', peer: userId })
  return group
}

/** Creates a chat group. This device stores the chosen members and automatically adds only them to the member list. */
export async function startChatGroup(
  myId: number,
  body: { name: string; memberIds: number[] },
): Promise<GroupRow> {
  const group = await callEndpoint(createGroup, { body })
  const { identity, trust } = await (await loadGroupEncryption()).loadOwnAndPinnedKeys(myId)
  // A device without keys cannot sign the first entry of the group's member list.
  // Without keys on this device, another device or an administrator signs the member list's first entry.
  await trust.recordConversation(group.id, { kind: 'custom', ...(identity && { founder: myId }) })
  const { saveMembersChosenForNewGroup } = await import('#web/lib/e2ee/group/group-store.ts')
  await saveMembersChosenForNewGroup(myId, group.id, body.memberIds)
  return group
}
