import { useMemo } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { type Roster, seqOf } from '#shared/e2ee/roster.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { lineOf, type RosterLine } from '#web/lib/e2ee/group-view.ts'
import { useStore } from '#web/lib/store.ts'
import type { ConversationState } from './conversation.ts'
import { useMemberNames } from './encryption.api.ts'
import { rosterText as text } from './encryption.text.ts'
import { type Flaw, findFlaws } from './flaws.ts'
import type { ShownMessage } from './shown-message.ts'
import type { Quotes } from './use-quotes.ts'
import type { Traces } from './use-traces.ts'

/** What is shown between messages, and of them: by sequence. */
export interface Lines {
  before: ReadonlyMap<number, string[]>
  flaws: ReadonlyMap<number, Flaw>
  atEnd: string[]
  /** What others answer. */
  quotes?: Quotes
  /** The calls between them. */
  traces?: Traces
  /** By the sender's own signature, where there is one. */
  nameOf?(senderId: number): string | undefined
}

const none: Lines = { before: new Map(), flaws: new Map(), atEnd: [] }

type Names = Pick<ReturnType<typeof useMemberNames>, 'one' | 'list'>

function wordsOf({ kind, by, userIds }: RosterLine, names: Names): string {
  return text[kind](names.one(by), names.list(userIds))
}

/** The entries of the signed list that were made between two messages, told by the epochs they were sealed in. */
function place(messages: ShownMessage[], hasOlder: boolean, roster: Roster, names: Names) {
  // Two people need not be told that they are two.
  const isNews = (line: RosterLine | undefined): line is RosterLine =>
    line !== undefined && (roster.shape !== 'direct' || (line.kind !== 'began' && line.kind !== 'added'))
  const between = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => lineOf(roster, from + 1 + index))
      .filter(isNews)
      .map(line => wordsOf(line, names))
  const before = new Map<number, string[]>()
  let reached = hasOlder ? undefined : 0
  for (const { seq, signed } of messages) {
    if (!signed) continue
    const words = reached === undefined ? [] : between(reached, signed.headSeq)
    if (words.length > 0) before.set(seq, words)
    reached = Math.max(reached ?? 0, signed.headSeq)
  }
  return { before, atEnd: between(reached ?? seqOf(roster), seqOf(roster)) }
}

/** In an encrypted group, what the signatures say beside the words: who came and went, and what is missing. */
export function useLines(
  group: GroupRow,
  { messages, hasOlder }: ConversationState,
  sealed?: EncryptedGroup,
): Lines {
  const roster = useStore(sealed)?.roster
  const names = useMemberNames(group, sealed)
  return useMemo(() => {
    if (!roster) return none
    const placed = place(messages, hasOlder, roster, names)
    return { ...placed, flaws: findFlaws(messages), nameOf: names.signed }
  }, [messages, hasOlder, roster, names])
}
