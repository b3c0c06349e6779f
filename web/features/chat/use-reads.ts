import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listReads } from '#shared/contracts/chat.endpoints.ts'
import { type GroupRow, type MemberRead, mostWatched } from '#shared/contracts/chat.ts'
import { query } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { connection } from '#web/lib/socket.ts'

export const isWatched = ({ type, memberCount }: GroupRow) => type === 'custom' && memberCount <= mostWatched

/** Never back: an answer may be older than what was heard while it travelled. */
function further(reads: MemberRead[], { userId, lastReadSeq }: MemberRead): MemberRead[] {
  const known = reads.find(one => one.userId === userId)
  if (known && known.lastReadSeq >= lastReadSeq) return reads
  return [...reads.filter(one => one !== known), { userId, lastReadSeq }]
}

/** How far the others of a small group have read. */
export function useReads(group: GroupRow, myId: number): MemberRead[] {
  const { id } = group
  const isOn = isWatched(group)
  const reads = useQuery({ ...query(listReads, { params: { id } }), enabled: isOn })
  useEffect(() => {
    if (!isOn) return
    const { queryKey } = query(listReads, { params: { id } })
    return connection.on('member-read', ({ groupId, ...read }) => {
      if (groupId !== id) return
      queryClient.setQueryData<MemberRead[]>(queryKey, before => before && further(before, read))
    })
  }, [id, isOn])
  return (reads.data ?? []).filter(({ userId }) => userId !== myId)
}
