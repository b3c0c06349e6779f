import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { initialGroupLimit } from '#shared/constants.ts'
import * as chat from '#shared/contracts/chat/chat.endpoints.ts'
import type { GroupRow, GroupSettingsBody, PinBody } from '#shared/contracts/chat/chat.schemas.ts'
import { findPeopleToChatWith } from '#shared/contracts/users/users.endpoints.ts'
import { groupText as text } from '#texts/chat.ts'
import { groupPreferencesText } from '#texts/group-preferences.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { fetchAllChatGroups } from '#web/lib/query/fetch-all-chat-groups.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { startChatGroup, startDirectConversation } from '#web/lib/query/start-conversation.ts'
import { useSignedUserNameLookup } from '#web/lib/query/use-pinned-keys.ts'

export const memberPageSize = 20

/**
 * Merges two versions of a cached group. The larger counter wins, because a response may be older than a socket event.
 */
function mergeGroupWithCachedGroup(
  older: GroupRow | undefined,
  newer: Partial<GroupRow>,
  group: GroupRow,
): GroupRow {
  const lastSeq = Math.max(older?.lastSeq ?? 0, newer.lastSeq ?? 0)
  const lastReadSeq = Math.max(older?.lastReadSeq ?? 0, newer.lastReadSeq ?? 0)
  const lastMessage = (newer.lastSeq === lastSeq ? newer : older)?.lastMessage ?? null
  // `ownUnread` counts messages after `lastReadSeq`, so versions of the group with an older `lastReadSeq` are ignored.
  const ownUnread = Math.max(
    ...[older, newer].map(version => (version?.lastReadSeq === lastReadSeq ? (version.ownUnread ?? 0) : 0)),
  )
  const unreadCount = group.isActive ? Math.max(0, lastSeq - lastReadSeq - ownUnread) : 0
  const isMentioned = group.isMentioned && unreadCount > 0
  const lastCall = newer.lastCall ?? older?.lastCall ?? null
  return { ...group, lastSeq, lastReadSeq, ownUnread, lastMessage, lastCall, unreadCount, isMentioned }
}

const getTimeOfLastActivity = ({ lastMessage, lastCall, createdAt }: GroupRow) =>
  Math.max(Date.parse(lastMessage?.createdAt ?? createdAt), Date.parse(lastCall?.startedAt ?? createdAt))
/** Sorts chat groups: pinned groups first, then by latest activity. */
const sortGroupsByLastActivity = (groups: GroupRow[]) =>
  groups.toSorted(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || getTimeOfLastActivity(b) - getTimeOfLastActivity(a),
  )

function mergeGroupsWithCachedGroups(groups: GroupRow[]): GroupRow[] {
  const cached = new Map(queryClient.getQueryData(groupsQuery.queryKey)?.map(group => [group.id, group]))
  return sortGroupsByLastActivity(
    groups.map(group => mergeGroupWithCachedGroup(cached.get(group.id), group, group)),
  )
}

const newestQuery = buildQueryOptions(chat.listGroups)

export const groupsQuery = queryOptions({
  ...newestQuery,
  queryFn: async () => mergeGroupsWithCachedGroups(await fetchAllChatGroups()),
  // The HTML page embeds the user's newest groups up to a limit. If it embeds fewer, the list is complete.
  initialData: () => {
    const { initialData } = newestQuery
    const newest = typeof initialData === 'function' ? initialData() : initialData
    return newest && newest.length < initialGroupLimit ? newest : undefined
  },
})

export function useGroups() {
  return useQuery(groupsQuery)
}

/** Updates one group in the query cache, because refetching all groups for every message would overload the server. */
export function updateChatGroupInQueryCache(
  id: number,
  change: Pick<Partial<GroupRow>, 'lastSeq' | 'lastReadSeq' | 'ownUnread' | 'lastMessage' | 'lastCall'>,
) {
  const groups = queryClient.getQueryData(groupsQuery.queryKey)
  if (!groups) return
  if (!groups.some(group => group.id === id)) {
    // A message of an unlisted group refetches the list of groups, unless a request for the list is already running.
    void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey }, { cancelRefetch: false })
    return
  }
  const changed = groups.map(group =>
    group.id === id ? mergeGroupWithCachedGroup(group, change, group) : group,
  )
  queryClient.setQueryData(groupsQuery.queryKey, sortGroupsByLastActivity(changed))
}

/** Number of unread messages in all groups, for the sidebar, the header and the page title. */
export function useUnreadMessageCount(): number {
  const groups = useGroups().data ?? []
  return groups.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
}

/** Finds people to write to. Where this device knows the name that a person has signed, it shows that name. */
export function usePeopleSearch(search: string) {
  const getSignedName = useSignedUserNameLookup()
  return useQuery({
    ...buildQueryOptions(findPeopleToChatWith, { query: { search } }),
    placeholderData: keepPreviousData,
    select: people =>
      people.map(person => ({ ...person, fullName: getSignedName(person.id) ?? person.fullName })),
  })
}

export function useGroupMembers(id: number, page: number) {
  return useQuery(
    buildQueryOptionsForListPage(chat.listGroupMembers, {
      params: { id },
      query: { page, pageSize: memberPageSize },
    }),
  )
}

export function useCreateGroup(myId: number) {
  return useMutation({
    mutationFn: (body: { name: string; memberIds: number[] }) => startChatGroup(myId, body),
    meta: { success: text.created, failure: text.createFailed },
  })
}

/** Opens the direct conversation with a person. If it does not exist yet, the server creates it. */
export function useStartConversation() {
  return useMutation({
    mutationFn: startDirectConversation,
    meta: { failure: text.startFailed },
  })
}

export function useRenameGroup(id: number) {
  return useMutation({
    mutationFn: (body: { name: string }) => callEndpoint(chat.updateGroup, { params: { id }, body }),
    meta: { success: text.renamed, failure: text.renameFailed },
  })
}

export function useCloseGroup(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(chat.updateGroup, { params: { id }, body: { isActive: false } }),
    meta: { success: text.closed, failure: text.closeFailed },
  })
}

export function useReopenGroup(id: number) {
  return useMutation({
    mutationFn: () => callEndpoint(chat.updateGroup, { params: { id }, body: { isActive: true } }),
    meta: { success: text.reopened, failure: text.reopenFailed },
  })
}

export function useChangeGroupMemberRole(id: number) {
  return useMutation({
    mutationFn: ({ userId, role }: { userId: number; role: 'admin' | 'member' }) =>
      callEndpoint(chat.changeMemberRole, { params: { id, userId }, body: { role } }),
    meta: { success: text.roleChanged, failure: text.roleFailed },
  })
}

export function useUpdateGroupPreferences(id: number) {
  return useMutation({
    mutationFn: (body: GroupSettingsBody) => callEndpoint(chat.saveGroupSettings, { params: { id }, body }),
    meta: { failure: groupPreferencesText.failed },
  })
}

export function usePinMessage(id: number) {
  return useMutation({
    mutationFn: async (build: () => Promise<PinBody>) =>
      callEndpoint(chat.pinMessage, { params: { id }, body: await build() }),
    meta: { failure: groupPreferencesText.pinFailed },
  })
}

/**
 * Adds group members. In an encrypted group, new members can read only after a signed entry of the member list admits
 * them.
 */
export function useAddGroupMembers(id: number, encryptedGroup?: EncryptedGroup) {
  return useMutation({
    mutationFn: async (userIds: number[]) => {
      await callEndpoint(chat.addMembers, { params: { id }, body: { userIds } })
      await encryptedGroup?.admitMembers(userIds)
    },
    meta: { success: text.added, failure: text.addFailed },
  })
}

/**
 * Removes a member on the server and then from the signed member list. Even if the second removal fails, the next group
 * key excludes the member.
 */
export function useRemoveGroupMember(id: number, encryptedGroup?: EncryptedGroup) {
  return useMutation({
    mutationFn: async (userId: number) => {
      await callEndpoint(chat.removeMembers, { params: { id }, body: { userIds: [userId] } })
      if (encryptedGroup?.get().isAdmin) await encryptedGroup.removeMembers([userId])
    },
    meta: { success: text.removed, failure: text.removeFailed },
  })
}

/** Leaves a chat group. `onLeft` is a mutation option, so it runs even if the calling component has been unmounted. */
export function useLeaveGroup(id: number, myId: number, onLeft: () => void, encryptedGroup?: EncryptedGroup) {
  return useMutation({
    mutationFn: async () => {
      // The user signs the removal before leaving, because the server rejects member list entries from non-members.
      // If signing the removal fails, the user leaves anyway, because the server removes the member in any case.
      if (encryptedGroup?.get().phase === 'ready') await encryptedGroup.removeMembers([myId]).catch(() => {})
      await callEndpoint(chat.removeMembers, { params: { id }, body: { userIds: [myId] } })
    },
    onSuccess: onLeft,
    meta: { success: text.left, failure: text.leaveFailed },
  })
}

/** Marks messages as read up to `seq` and updates the cached group; the socket notifies the user's other devices. */
export async function markGroupRead(id: number, seq: number): Promise<void> {
  const { lastReadSeq, ownUnread } = await callEndpoint(chat.saveReadPosition, {
    params: { id },
    body: { seq },
  })
  updateChatGroupInQueryCache(id, { lastReadSeq, ownUnread })
}
