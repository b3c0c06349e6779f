// An epoch is a period in which an encrypted group uses one group key, which a member creates and signs.
// The group key of an epoch is encrypted to exactly those members who may read the messages of the epoch.
import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import {
  findMemberAfterMembershipChange,
  getRosterLength,
  listMembersAfterMembershipChange,
  maxEncryptedMembers,
  type Roster,
  throwRosterError,
} from './roster.ts'
import {
  digest,
  hashTextWithSignature,
  isTextSignedBy,
  type Signed,
  type VerifySignature,
} from './signed-text.ts'

/** Maximum age in milliseconds of an epoch (group key), after which the next sender creates a new epoch. */
export const maxEpochAge = 7 * 24 * 60 * 60 * 1000
/** Maximum number of messages in an epoch (group key), after which the next sender creates a new epoch. */
export const maxMessagesPerEpoch = 10_000

const epochHeader = z.strictObject({
  /**
   * Version of the epoch. From 2 on, a member excluded from an epoch stays excluded until a roster administrator adds
   * the member again.
   */
  v: z.union([z.literal(1), z.literal(2)]),
  groupId: id,
  n: z.int().check(z.positive()),
  /** Id (hash) of the previous epoch (group key); empty for the first epoch. */
  prev: z.union([z.literal(''), digest]),
  /**
   * Hash of the newest entry in the group's roster (signed member list) for which the epoch (group key) was created.
   */
  head: digest,
  headSeq: z.int().check(z.positive()),
  /**
   * Roster members who do not get the group key of the epoch, because the server reports that they left the group or
   * replaced their keys. The server can thus exclude readers, but never add one.
   */
  excluded: z.array(id).check(z.maxLength(maxEncryptedMembers)),
  by: id,
  /** Commitment to the epoch's group key, by which a member detects having received a different key. */
  chk: digest,
  ts: z.int(),
})
export type EpochHeader = z.infer<typeof epochHeader>

export function parseGroupKeyHeader(text: string): EpochHeader {
  try {
    return epochHeader.parse(JSON.parse(text))
  } catch {
    throwRosterError('epoch-unreadable')
  }
}

/** Lists the signed public keys of the members to whom the epoch's group key is encrypted. */
export function listPublicKeysOfGroupKeyRecipients(
  roster: Roster,
  { headSeq, excluded }: Pick<EpochHeader, 'headSeq' | 'excluded'>,
) {
  return listMembersAfterMembershipChange(roster, headSeq)
    .map(({ card }) => card)
    .filter(({ userId }) => !excluded.includes(userId))
}

/** Lists members whom an earlier epoch (group key) excluded and whom no roster administrator has added again. */
export function listUserIdsExcludedFromGroupKeys(roster: Roster): number[] {
  return listMembersAfterMembershipChange(roster)
    .filter(({ out }) => out !== undefined)
    .map(({ card }) => card.userId)
}

/**
 * Returns the roster (signed member list) in which the members that the epoch (group key) excludes are marked as
 * excluded.
 */
function markExcludedMembers(roster: Roster, { n, headSeq, excluded, ...header }: EpochHeader): Roster {
  const v = header.v > roster.v ? header.v : roster.v
  const present = new Set(listMembersAfterMembershipChange(roster, headSeq))
  const spans = roster.spans.map(span => {
    if (!present.has(span)) return span
    if (excluded.includes(span.card.userId)) return span.out === undefined ? { ...span, out: n } : span
    // In version 1 of group encryption, a member left out of one group key can read again with the next group key.
    // Since version 2 of group encryption, only a roster entry (member list change) readmits a member.
    if (v === 2 || span.out === undefined) return span
    const { out: _, ...readmitted } = span
    return readmitted
  })
  return { ...roster, v, spans }
}

/**
 * Whether a member whom the epoch excludes has signed roster entries that the epoch's creator did not know. Then an
 * excluded member has signed, or the server withheld the epoch, and the epoch is rejected. Leaving the group and
 * restarting the roster are allowed.
 */
function isEpochTooLate(roster: Roster, { v, headSeq, excluded }: EpochHeader): boolean {
  // Epochs (group keys) of version 1 are not rejected: excluded members could still change the member list.
  if (v === 1) return false
  return roster.made.slice(headSeq).some(({ by }, index) => {
    const seq = headSeq + index + 1
    const isSameMember =
      findMemberAfterMembershipChange(roster, by, headSeq) ===
      findMemberAfterMembershipChange(roster, by, seq - 1)
    return (
      isSameMember &&
      excluded.includes(by) &&
      seq !== roster.restarted &&
      findMemberAfterMembershipChange(roster, by, seq)
    )
  })
}

export interface EpochPosition {
  n: number
  eid: string
  headSeq: number
}

/**
 * Verifies a signed epoch header. Throws a RosterError unless a roster member signed it as the successor of epoch
 * `before`.
 */
export async function verifyGroupKeyHeader(
  roster: Roster,
  signedHeader: Signed,
  before: EpochPosition | undefined,
  verify: VerifySignature,
): Promise<{ header: EpochHeader; eid: string; roster: Roster }> {
  const header = parseGroupKeyHeader(signedHeader.body)
  const { v, groupId, n, prev, head, headSeq, excluded, by } = header
  if (groupId !== roster.groupId) throwRosterError('epoch-of-another-group')
  if (headSeq > getRosterLength(roster) || roster.hashes[headSeq - 1] !== head)
    throwRosterError('epoch-of-another-roster')
  if (n !== (before?.n ?? 0) + 1 || prev !== (before?.eid ?? '')) throwRosterError('epoch-out-of-turn')
  if (headSeq < (before?.headSeq ?? 0)) throwRosterError('epoch-out-of-turn')
  // An epoch (group key) based on the newest member list entry must not have an older format than the list.
  if (v < roster.v && headSeq === getRosterLength(roster)) throwRosterError('epoch-outdated')
  const creator = findMemberAfterMembershipChange(roster, by, headSeq)
  if (!creator || excluded.includes(by)) throwRosterError('epoch-by-an-outsider')
  if (excluded.some(userId => !findMemberAfterMembershipChange(roster, userId, headSeq)))
    throwRosterError('epoch-excludes-an-outsider')
  const stillOut = listMembersAfterMembershipChange(roster, headSeq).filter(({ out }) => out !== undefined)
  if (v === 2 && stillOut.some(({ card }) => !excluded.includes(card.userId)))
    throwRosterError('epoch-lets-back-in')
  if (isEpochTooLate(roster, header)) throwRosterError('epoch-too-late')
  if (!(await isTextSignedBy(verify, creator.card.sign, 'epoch', signedHeader)))
    throwRosterError('epoch-forged')
  return {
    header,
    eid: await hashTextWithSignature(signedHeader),
    roster: markExcludedMembers(roster, header),
  }
}
