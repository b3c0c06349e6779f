import { useMemo } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { getRosterLength, type Roster } from '#shared/e2ee/roster.ts'
import { rosterText as text } from '#texts/encryption.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { useGroupMemberNames } from '#web/features/chat/encryption/encryption.api.ts'
import type { CallRecordPlacement } from '#web/features/chat/messages/calls/use-call-history.ts'
import type { ConversationState } from '#web/features/chat/messages/conversation/conversation.ts'
import {
  findMissingReorderedOrOutdatedMessages,
  type MessageFlaw,
} from '#web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { findMemberListChangeOfEntry, type RosterChange } from '#web/lib/e2ee/group/group-state.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import type { MessagesBySeq } from './use-quoted-messages.ts'

/**
 * Annotations of each message: changes to the signed member list, gaps in the numbering, quoted messages, calls and
 * signed sender names.
 */
export interface MessageAnnotations {
  /** Notes about changes to the signed member list, by the sequence number of the message below them. */
  before: ReadonlyMap<number, string[]>
  flaws: ReadonlyMap<number, MessageFlaw>
  atEnd: string[]
  /** Quoted messages, by the sequence number of the message that replies to them. */
  quotes?: MessagesBySeq
  /** Past and running calls that are shown between the messages. */
  traces?: CallRecordPlacement
  /** Returns the sender's own name as signed with the sender's keys; undefined if it was never signed. */
  nameOf?(senderId: number): string | undefined
}

const noAnnotations: MessageAnnotations = { before: new Map(), flaws: new Map(), atEnd: [] }

type Names = Pick<ReturnType<typeof useGroupMemberNames>, 'one' | 'list'>

function describeEncryptionNote({ kind, by, userIds }: RosterChange, names: Names): string {
  return text[kind]({ by: names.one(by), names: names.list(userIds) })
}

/**
 * Places changes to the signed member list between messages. Each message signature names the newest entry of the list
 * known to the sender.
 */
function placeEncryptionNotes(messages: DisplayedMessage[], hasOlder: boolean, roster: Roster, names: Names) {
  // In a direct conversation, the member list entries that create it and add its two members are not shown.
  const isShown = (line: RosterChange | undefined): line is RosterChange =>
    line !== undefined && (roster.shape !== 'direct' || (line.kind !== 'began' && line.kind !== 'added'))
  const between = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) =>
      findMemberListChangeOfEntry(roster, from + 1 + index),
    )
      .filter(isShown)
      .map(line => describeEncryptionNote(line, names))
  const before = new Map<number, string[]>()
  let reachedSeq = hasOlder ? undefined : 0
  for (const { seq, signed } of messages) {
    if (!signed) continue
    const lines = reachedSeq === undefined ? [] : between(reachedSeq, signed.headSeq)
    if (lines.length > 0) before.set(seq, lines)
    reachedSeq = Math.max(reachedSeq ?? 0, signed.headSeq)
  }
  return { before, atEnd: between(reachedSeq ?? getRosterLength(roster), getRosterLength(roster)) }
}

/**
 * Annotations of an encrypted group: changes to the signed member list, and messages that are missing or in the wrong
 * order.
 */
export function useMemberChangesAndMessageOrderWarnings(
  group: GroupRow,
  { messages, hasOlder }: ConversationState,
  encryptedGroup?: EncryptedGroup,
): MessageAnnotations {
  const roster = useStoreState(encryptedGroup)?.roster
  const names = useGroupMemberNames(group, encryptedGroup)
  return useMemo(() => {
    if (!roster || !encryptedGroup) return noAnnotations
    const placed = placeEncryptionNotes(messages, hasOlder, roster, names)
    const flaws = findMissingReorderedOrOutdatedMessages(messages, {
      isFromStart: !hasOlder,
      memory: encryptedGroup.memory,
    })
    return { ...placed, flaws, nameOf: names.signed }
  }, [messages, hasOlder, roster, names, encryptedGroup])
}
