import { useMutation, useQuery } from '@tanstack/react-query'
import type { GroupMember, GroupRow, ReadGroupAnswer } from '#shared/contracts/chat.ts'
import type { PersonFound } from '#shared/contracts/users.ts'
import { type Page, request, requestPage } from '#web/lib/api.ts'
import { withQuery } from '#web/lib/paging.ts'
import { groupText as text } from './chat.text.ts'

export const groupsKey = ['/api/groups'] as const
export const memberPageSize = 20

export function useGroups() {
  return useQuery<GroupRow[]>({ queryKey: groupsKey })
}

/** Over all groups: one number for the sidebar, the header and the page's title. */
export function useMessageCount(): number {
  const groups = useGroups().data ?? []
  return groups.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
}

export function usePeople(search: string, isEnabled = true) {
  return useQuery<PersonFound[]>({
    queryKey: [withQuery('/api/people', { search })],
    enabled: isEnabled,
    placeholderData: previous => previous,
  })
}

export function useGroupMembers(id: number, page: number) {
  const url = withQuery(`/api/groups/${id}/members`, { page, pageSize: memberPageSize })
  return useQuery<Page<GroupMember>>({
    queryKey: [url],
    queryFn: () => requestPage<GroupMember>(url),
    placeholderData: previous => previous,
  })
}

const invalidates = ['/api/groups']

/** A group with a name, or the conversation with one person, found or made. */
export function useOpenGroup(kind: 'group' | 'direct') {
  return useMutation({
    mutationFn: (body: { name?: string; memberIds: number[] }) =>
      request<GroupRow>('POST', '/api/groups', kind === 'direct' ? { ...body, direct: true } : body),
    meta:
      kind === 'group'
        ? { invalidates, success: text.created, failure: text.createFailed }
        : { invalidates, failure: text.startFailed },
  })
}

export function useRenameGroup(id: number) {
  return useMutation({
    mutationFn: (body: { name: string }) => request('PUT', `/api/groups/${id}`, body),
    meta: { invalidates, success: text.renamed, failure: text.renameFailed },
  })
}

export function useCloseGroup(id: number) {
  return useMutation({
    mutationFn: () => request('PUT', `/api/groups/${id}`, { isActive: false }),
    meta: { invalidates, success: text.closed, failure: text.closeFailed },
  })
}

export function useAddMembers(id: number) {
  return useMutation({
    mutationFn: (userIds: number[]) => request('POST', `/api/groups/${id}/members`, { userIds }),
    meta: { invalidates, success: text.added, failure: text.addFailed },
  })
}

export function useRemoveMember(id: number, isMe: boolean) {
  return useMutation({
    mutationFn: (userId: number) => request('DELETE', `/api/groups/${id}/members`, { userIds: [userId] }),
    meta: isMe
      ? { invalidates, success: text.left, failure: text.leaveFailed }
      : { invalidates, success: text.removed, failure: text.removeFailed },
  })
}

/** Told by the socket to every device of this person, this one included; a failure is made good by the next one. */
export async function markGroupRead(id: number, seq: number): Promise<void> {
  await request<ReadGroupAnswer>('POST', `/api/groups/${id}/read`, { seq }).catch(() => {})
}
