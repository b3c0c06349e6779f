import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useEffect, useMemo } from 'react'
import { listCallRecords } from '#shared/contracts/calls/calls.endpoints.ts'
import type { CallRecord } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { ConversationState } from '#web/features/chat/messages/conversation/conversation.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { connection } from '#web/lib/query/live-connection.ts'

/** React context with the function that starts a call. The page provides the function. */
export const StartCallContext = createContext<((group: GroupRow, isAudioOnly: boolean) => void) | undefined>(
  undefined,
)

/** Calls by the sequence number of the message that follows them. `atEnd` lists calls after the last message. */
export interface CallRecordPlacement {
  before: ReadonlyMap<number, CallRecord[]>
  atEnd: CallRecord[]
}

function placeCallsBetweenMessages(
  calls: CallRecord[],
  messages: ConversationState['messages'],
): CallRecordPlacement {
  const newest = messages.at(-1)?.seq ?? 0
  const before = new Map<number, CallRecord[]>()
  for (const call of calls) {
    const next = call.afterSeq + 1
    if (next <= newest) before.set(next, [...(before.get(next) ?? []), call])
  }
  return { before, atEnd: calls.filter(({ afterSeq }) => afterSeq >= newest) }
}

/** Fetches the past calls of a conversation. Unencrypted groups have no calls, so no request is sent for them. */
export function useCallHistory(
  group: GroupRow,
  { messages, hasOlder }: ConversationState,
): CallRecordPlacement {
  const from = hasOlder ? Math.max(0, (messages[0]?.seq ?? 1) - 1) : 0
  const request = buildQueryOptions(listCallRecords, { params: { id: group.id }, query: { from } })
  const hasCalls = group.encrypted
  const { data, refetch } = useQuery({ ...request, enabled: hasCalls, placeholderData: keepPreviousData })
  useEffect(() => {
    if (!hasCalls) return
    return connection.on('call-changed', ({ groupId }) => groupId === group.id && void refetch())
  }, [hasCalls, group.id, refetch])
  return useMemo(() => placeCallsBetweenMessages(data ?? [], messages), [data, messages])
}
