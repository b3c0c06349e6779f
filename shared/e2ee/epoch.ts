// An epoch is one key for a group, made by a member for exactly those who may read from then on.
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { memberAt, membersAt, mostEncrypted, type Roster, refuse, seqOf } from './roster.ts'
import { digest, hashOf, isSignedBy, type Signed, type Verify } from './signed.ts'

/** After so long, or so many messages, the next sender makes a new one. */
export const longestEpoch = 7 * 24 * 60 * 60 * 1000
export const mostInEpoch = 10_000

const epochHeader = z.strictObject({
  /** From version 2 on whoever was left out stays out, until an administrator of the roster signs for them anew. */
  v: z.union([z.literal(1), z.literal(2)]),
  groupId: id,
  n: z.int().check(z.positive()),
  /** Of the epoch before; empty for the first. */
  prev: z.union([z.literal(''), digest]),
  /** The roster it was made for. */
  head: digest,
  headSeq: z.int().check(z.positive()),
  /**
   * In the roster, but no longer in the group by the server's word, or known to have newer keys: the server may take
   * away, never add.
   */
  excluded: z.array(id).check(z.maxLength(mostEncrypted)),
  by: id,
  /** Commits to the key: whoever was given another one notices. */
  chk: digest,
  ts: z.int(),
})
export type EpochHeader = z.infer<typeof epochHeader>

export function readHeader(text: string): EpochHeader {
  try {
    return epochHeader.parse(JSON.parse(text))
  } catch {
    refuse('epoch-unreadable')
  }
}

/** Those who get the key. */
export function readersOf(roster: Roster, { headSeq, excluded }: Pick<EpochHeader, 'headSeq' | 'excluded'>) {
  return membersAt(roster, headSeq)
    .map(({ card }) => card)
    .filter(({ userId }) => !excluded.includes(userId))
}

/** Those who were left out before and whom nobody has signed for since. */
export function leftOut(roster: Roster): number[] {
  return membersAt(roster)
    .filter(({ out }) => out !== undefined)
    .map(({ card }) => card.userId)
}

/** What the roster is after it: who was left out is marked. */
function markOut(roster: Roster, { n, headSeq, excluded, ...header }: EpochHeader): Roster {
  const v = header.v > roster.v ? header.v : roster.v
  const there = new Set(membersAt(roster, headSeq))
  const spans = roster.spans.map(span => {
    if (!there.has(span)) return span
    if (excluded.includes(span.card.userId)) return span.out === undefined ? { ...span, out: n } : span
    // Before version 2 the server's word was enough to be back in.
    if (v === 2 || span.out === undefined) return span
    const { out: _, ...back } = span
    return back
  })
  return { ...roster, v, spans }
}

/**
 * Entries that were made after the one it names, by somebody whom it leaves out. Whoever made them was out by then, or
 * it was held back: either way somebody lies. Leaving is everybody's own affair, and so is beginning again.
 */
function isTooLate(roster: Roster, { v, headSeq, excluded }: EpochHeader): boolean {
  // Before version 2 whoever was left out could still sign.
  if (v === 1) return false
  return roster.made.slice(headSeq).some(({ by }, index) => {
    const seq = headSeq + index + 1
    const isIn = memberAt(roster, by, headSeq) === memberAt(roster, by, seq - 1)
    return isIn && excluded.includes(by) && seq !== roster.restarted && memberAt(roster, by, seq)
  })
}

export interface EpochPlace {
  n: number
  eid: string
  headSeq: number
}

/** Throws a RosterError unless a member made it, for the roster it names, right after `before`. */
export async function checkEpoch(
  roster: Roster,
  one: Signed,
  before: EpochPlace | undefined,
  verify: Verify,
): Promise<{ header: EpochHeader; eid: string; roster: Roster }> {
  const header = readHeader(one.body)
  const { v, groupId, n, prev, head, headSeq, excluded, by } = header
  if (groupId !== roster.groupId) refuse('epoch-of-another-group')
  if (headSeq > seqOf(roster) || roster.hashes[headSeq - 1] !== head) refuse('epoch-of-another-roster')
  if (n !== (before?.n ?? 0) + 1 || prev !== (before?.eid ?? '')) refuse('epoch-out-of-turn')
  if (headSeq < (before?.headSeq ?? 0)) refuse('epoch-out-of-turn')
  // One that was made for an earlier entry may have crossed with the first of a newer version.
  if (v < roster.v && headSeq === seqOf(roster)) refuse('epoch-outdated')
  const maker = memberAt(roster, by, headSeq)
  if (!maker || excluded.includes(by)) refuse('epoch-by-an-outsider')
  if (excluded.some(userId => !memberAt(roster, userId, headSeq))) refuse('epoch-excludes-an-outsider')
  const stillOut = membersAt(roster, headSeq).filter(({ out }) => out !== undefined)
  if (v === 2 && stillOut.some(({ card }) => !excluded.includes(card.userId))) refuse('epoch-lets-back-in')
  if (isTooLate(roster, header)) refuse('epoch-too-late')
  if (!(await isSignedBy(verify, maker.card.sign, 'epoch', one))) refuse('epoch-forged')
  return { header, eid: await hashOf(one), roster: markOut(roster, header) }
}
