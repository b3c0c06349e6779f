import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listReadReceipts } from '#shared/contracts/chat/chat.endpoints.ts'
import { type GroupRow, type MemberRead, maxReceiptGroupSize } from '#shared/contracts/chat/chat.schemas.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { queryClient } from '#web/lib/query/query-client.ts'

/** Whether the conversation has read receipts and typing events: direct conversations and small custom groups do. */
export const hasReadReceipts = ({ type, memberCount }: GroupRow) =>
  type === 'custom' && memberCount <= maxReceiptGroupSize

/** Applies a read receipt unless a newer receipt is known, because a response may be older than a socket event. */
function applyReadReceipt(reads: MemberRead[], { userId, lastReadSeq }: MemberRead): MemberRead[] {
  const previous = reads.find(read => read.userId === userId)
  if (previous && previous.lastReadSeq >= lastReadSeq) return reads
  return [...reads.filter(read => read !== previous), { userId, lastReadSeq }]
}

/** Returns the last message read by each other member of a small group. */
export function useReadReceipts(group: GroupRow, myId: number): MemberRead[] {
  const { id } = group
  const isEnabled = hasReadReceipts(group)
  const reads = useQuery({ ...buildQueryOptions(listReadReceipts, { params: { id } }), enabled: isEnabled })
  useEffect(() => {
    if (!isEnabled) return
    const { queryKey } = buildQueryOptions(listReadReceipts, { params: { id } })
    return connection.on('member-read', ({ groupId, ...read }) => {
      if (groupId !== id) return
      queryClient.setQueryData<MemberRead[]>(queryKey, before => before && applyReadReceipt(before, read))
    })
  }, [id, isEnabled])
  return (reads.data ?? []).filter(({ userId }) => userId !== myId)
}
