import { useMutation, useQuery } from '@tanstack/react-query'
import type { GroupMember, GroupRow } from '#shared/contracts/chat.ts'
import type { Card } from '#shared/e2ee/card.ts'
import { type Page, requestPage } from '#web/lib/api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { withQuery } from '#web/lib/paging.ts'
import { encryptionText as text } from './encryption.text.ts'

/** Names are the server's word; who somebody is, their keys say. */
export function useMemberNames(group: GroupRow) {
  const url = withQuery(`/api/groups/${group.id}/members`, { page: 1, pageSize: 200 })
  const { data } = useQuery<Page<GroupMember>>({
    queryKey: [url],
    queryFn: () => requestPage<GroupMember>(url),
  })
  const one = (userId: number) => data?.rows.find(({ id }) => id === userId)?.fullName ?? text.someone
  return { one, list: (ids: number[]) => ids.map(one).join(', ') }
}

export function useAdmit(group: EncryptedGroup) {
  return useMutation({
    mutationFn: (cards: Card[]) => group.accept(cards),
    meta: { success: text.admitting, failure: text.admitFailed },
  })
}

export function useAcknowledge(group: EncryptedGroup) {
  return useMutation({ mutationFn: () => group.acknowledge() })
}
