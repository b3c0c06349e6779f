import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useEffect, useMemo } from 'react'
import { listTraces } from '#shared/contracts/calls.endpoints.ts'
import type { CallTrace } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { query } from '#web/lib/api.ts'
import { connection } from '#web/lib/socket.ts'
import type { ConversationState } from './conversation.ts'

/** Begins a call; the page knows how. */
export const CallAgain = createContext<((group: GroupRow, isAudioOnly: boolean) => void) | undefined>(
  undefined,
)

/** The calls of a conversation, by the message that each stands before, and those after all of them. */
export interface Traces {
  before: ReadonlyMap<number, CallTrace[]>
  atEnd: CallTrace[]
}

function place(traces: CallTrace[], messages: ConversationState['messages']): Traces {
  const newest = messages.at(-1)?.seq ?? 0
  const before = new Map<number, CallTrace[]>()
  for (const trace of traces) {
    const next = trace.afterSeq + 1
    if (next <= newest) before.set(next, [...(before.get(next) ?? []), trace])
  }
  return { before, atEnd: traces.filter(({ afterSeq }) => afterSeq >= newest) }
}

/** Calls are made where it is encrypted; elsewhere nobody need ask. */
export function useTraces(group: GroupRow, { messages, hasOlder }: ConversationState): Traces {
  const from = hasOlder ? Math.max(0, (messages[0]?.seq ?? 1) - 1) : 0
  const asked = query(listTraces, { params: { id: group.id }, query: { from } })
  const mayHave = group.encrypted
  const { data, refetch } = useQuery({ ...asked, enabled: mayHave, placeholderData: keepPreviousData })
  useEffect(() => {
    if (!mayHave) return
    return connection.on('call-changed', ({ groupId }) => groupId === group.id && void refetch())
  }, [mayHave, group.id, refetch])
  return useMemo(() => place(data ?? [], messages), [data, messages])
}
