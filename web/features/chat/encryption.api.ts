import { useMutation, useQuery } from '@tanstack/react-query'
import { listGroupMembers } from '#shared/contracts/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { pageQuery } from '#web/lib/pages.ts'
import { encryptionText as text } from './encryption.text.ts'

/** Names are the server's word; who somebody is, their keys say. */
export function useMemberNames({ id }: GroupRow) {
  const { data } = useQuery(
    pageQuery(listGroupMembers, { params: { id }, query: { page: 1, pageSize: 200 } }),
  )
  const one = (userId: number) => data?.rows.find(member => member.id === userId)?.fullName ?? text.someone
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
