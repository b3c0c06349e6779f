import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { newestGroups } from '#shared/constants.ts'
import * as chat from '#shared/contracts/chat.endpoints.ts'
import type { GroupRow, PinBody, PlaceBody } from '#shared/contracts/chat.ts'
import { findPeople } from '#shared/contracts/users.endpoints.ts'
import { fetchAllGroups } from '#web/lib/all-groups.ts'
import { call, query } from '#web/lib/api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { pageQuery } from '#web/lib/pages.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { groupText as text } from './chat.text.ts'
import { placeText } from './place.text.ts'

export const memberPageSize = 20

/** What is known of a group only ever goes forward: an answer may be older than what was heard while it travelled. */
function mergeGroup(older: GroupRow | undefined, newer: Partial<GroupRow>, group: GroupRow): GroupRow {
  const lastSeq = Math.max(older?.lastSeq ?? 0, newer.lastSeq ?? 0)
  const lastReadSeq = Math.max(older?.lastReadSeq ?? 0, newer.lastReadSeq ?? 0)
  const lastMessage = (newer.lastSeq === lastSeq ? newer : older)?.lastMessage ?? null
  // Each count belongs to the lastReadSeq that came with it, and increases until that moves.
  const ownUnread = Math.max(
    ...[older, newer].map(known => (known?.lastReadSeq === lastReadSeq ? (known.ownUnread ?? 0) : 0)),
  )
  const unreadCount = group.isActive ? Math.max(0, lastSeq - lastReadSeq - ownUnread) : 0
  const isMentioned = group.isMentioned && unreadCount > 0
  const lastCall = newer.lastCall ?? older?.lastCall ?? null
  return { ...group, lastSeq, lastReadSeq, ownUnread, lastMessage, lastCall, unreadCount, isMentioned }
}

const timeOf = ({ lastMessage, lastCall, createdAt }: GroupRow) =>
  Math.max(Date.parse(lastMessage?.createdAt ?? createdAt), Date.parse(lastCall?.startedAt ?? createdAt))
/** What one has pinned first, then the newest. */
const inOrder = (groups: GroupRow[]) =>
  groups.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned) || timeOf(b) - timeOf(a))

function withKnown(groups: GroupRow[]): GroupRow[] {
  const known = new Map(queryClient.getQueryData(groupsQuery.queryKey)?.map(group => [group.id, group]))
  return inOrder(groups.map(group => mergeGroup(known.get(group.id), group, group)))
}

const newestQuery = query(chat.listGroups)

export const groupsQuery = queryOptions({
  ...newestQuery,
  queryFn: async () => withKnown(await fetchAllGroups()),
  // What came with the document is the newest: all there are, if these are few.
  initialData: () => {
    const { initialData } = newestQuery
    const newest = typeof initialData === 'function' ? initialData() : initialData
    return newest && newest.length < newestGroups ? newest : undefined
  },
})

export function useGroups() {
  return useQuery(groupsQuery)
}

/** Changed in place: asking anew for every word said in a group of thousands would be asking for trouble. */
export function changeGroup(
  id: number,
  change: Pick<Partial<GroupRow>, 'lastSeq' | 'lastReadSeq' | 'ownUnread' | 'lastMessage' | 'lastCall'>,
) {
  const groups = queryClient.getQueryData(groupsQuery.queryKey)
  if (!groups) return
  if (!groups.some(group => group.id === id)) {
    // What is under way is not begun anew with every word of a group that is not in it yet.
    void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey }, { cancelRefetch: false })
    return
  }
  const changed = groups.map(group => (group.id === id ? mergeGroup(group, change, group) : group))
  queryClient.setQueryData(groupsQuery.queryKey, inOrder(changed))
}

/** Over all groups: one number for the sidebar, the header and the page's title. */
export function useMessageCount(): number {
  const groups = useGroups().data ?? []
  return groups.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
}

export function usePeople(search: string, isEnabled = true) {
  return useQuery({
    ...query(findPeople, { query: { search } }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
}

export function useGroupMembers(id: number, page: number) {
  return useQuery(
    pageQuery(chat.listGroupMembers, { params: { id }, query: { page, pageSize: memberPageSize } }),
  )
}

/** Whom its maker chose is remembered here: only they are let into an encrypted group by themselves. */
async function createGroup(myId: number, body: { name: string; memberIds: number[] }): Promise<GroupRow> {
  const group = await call(chat.createGroup, { body })
  const { rememberIntended } = await import('#web/lib/e2ee/group-store.ts')
  await rememberIntended(myId, group.id, body.memberIds)
  return group
}

export function useCreateGroup(myId: number) {
  return useMutation({
    mutationFn: (body: { name: string; memberIds: number[] }) => createGroup(myId, body),
    meta: { success: text.created, failure: text.createFailed },
  })
}

/** The conversation with one person, found or made. */
export function useStartConversation() {
  return useMutation({
    mutationFn: (userId: number) => call(chat.createGroup, { body: { direct: true, memberIds: [userId] } }),
    meta: { failure: text.startFailed },
  })
}

export function useRenameGroup(id: number) {
  return useMutation({
    mutationFn: (body: { name: string }) => call(chat.updateGroup, { params: { id }, body }),
    meta: { success: text.renamed, failure: text.renameFailed },
  })
}

export function useCloseGroup(id: number) {
  return useMutation({
    mutationFn: () => call(chat.updateGroup, { params: { id }, body: { isActive: false } }),
    meta: { success: text.closed, failure: text.closeFailed },
  })
}

export function useReopenGroup(id: number) {
  return useMutation({
    mutationFn: () => call(chat.updateGroup, { params: { id }, body: { isActive: true } }),
    meta: { success: text.reopened, failure: text.reopenFailed },
  })
}

export function useChangeRole(id: number) {
  return useMutation({
    mutationFn: ({ userId, role }: { userId: number; role: 'admin' | 'member' }) =>
      call(chat.changeMemberRole, { params: { id, userId }, body: { role } }),
    meta: { success: text.roleChanged, failure: text.roleFailed },
  })
}

export function usePlaceGroup(id: number) {
  return useMutation({
    mutationFn: (body: PlaceBody) => call(chat.placeGroup, { params: { id }, body }),
    meta: { failure: placeText.failed },
  })
}

export function usePinMessage(id: number) {
  return useMutation({
    mutationFn: (body: PinBody) => call(chat.pinMessage, { params: { id }, body }),
    meta: { failure: placeText.pinFailed },
  })
}

/** In an encrypted group only the signature of whoever lets them in lets them read. */
export function useAddMembers(id: number, sealed?: EncryptedGroup) {
  return useMutation({
    mutationFn: async (userIds: number[]) => {
      await call(chat.addMembers, { params: { id }, body: { userIds } })
      await sealed?.admit(userIds)
    },
    meta: { success: text.added, failure: text.addFailed },
  })
}

/** Out by the server's word at once; the signature follows, and if it does not the next key leaves them out anyway. */
export function useRemoveMember(id: number, sealed?: EncryptedGroup) {
  return useMutation({
    mutationFn: async (userId: number) => {
      await call(chat.removeMembers, { params: { id }, body: { userIds: [userId] } })
      if (sealed?.get().isAdmin) await sealed.remove([userId])
    },
    meta: { success: text.removed, failure: text.removeFailed },
  })
}

/** `onLeft` is part of it and not of the call: by then the group, and the button, are gone. */
export function useLeaveGroup(id: number, myId: number, onLeft: () => void, sealed?: EncryptedGroup) {
  return useMutation({
    mutationFn: async () => {
      // While one still can: afterwards nobody takes an entry from outside. Without it the server's word is enough.
      if (sealed?.get().phase === 'ready') await sealed.remove([myId]).catch(() => {})
      await call(chat.removeMembers, { params: { id }, body: { userIds: [myId] } })
    },
    onSuccess: onLeft,
    meta: { success: text.left, failure: text.leaveFailed },
  })
}

/** Told by the socket to the other devices; here it counts at once. */
export async function markGroupRead(id: number, seq: number): Promise<void> {
  const { lastReadSeq, ownUnread } = await call(chat.readGroup, { params: { id }, body: { seq } })
  changeGroup(id, { lastReadSeq, ownUnread })
}
