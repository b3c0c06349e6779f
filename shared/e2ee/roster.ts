// Who may read a group: a chain of signed entries. Only a signature adds anybody; whoever holds the whole chain can
// check every step of it, and whoever remembers its head notices when it is cut short or replaced.
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { type Card, card, isGenuineCard, isSameCard } from './card.ts'
import { digest, hashOf, isSignedBy, type Signed, type Verify } from './signed.ts'

/** As many as one rotation serves in good time. */
export const mostEncrypted = 500
/** Cards of one entry, so that it fits a request. */
export const mostCards = 100

const base = {
  v: z.literal(1),
  groupId: id,
  seq: z.int().check(z.positive()),
  by: id,
  /** Milliseconds; shown, never relied upon. */
  ts: z.int(),
}
const role = z.enum(['admin', 'member'])
const cards = z.array(card).check(z.minLength(1), z.maxLength(mostCards))

export const rosterEntry = z.union([
  z.strictObject({
    ...base,
    op: z.literal('genesis'),
    prev: z.literal(''),
    /** That it is encrypted, and of which shape, is said by the first entry: no server can take it back. */
    shape: z.enum(['direct', 'group']),
    /** How far the group had come before; nothing plain is believed after it. */
    plainUntil: z.int().check(z.minimum(0)),
    card,
  }),
  z.strictObject({ ...base, op: z.literal('add'), prev: digest, role, cards }),
  z.strictObject({
    ...base,
    op: z.literal('remove'),
    prev: digest,
    userIds: z.array(id).check(z.minLength(1), z.maxLength(mostEncrypted)),
  }),
])
export type RosterEntry = z.infer<typeof rosterEntry>
type Genesis = Extract<RosterEntry, { op: 'genesis' }>
type Later = Exclude<RosterEntry, Genesis>
export type RosterRole = z.infer<typeof role>

/** From entry `from` on somebody was in with these keys, and with entry `to` no longer. */
interface Span {
  card: Card
  role: RosterRole
  from: number
  to?: number
}

export interface Roster {
  groupId: number
  shape: Genesis['shape']
  plainUntil: number
  /** Of each entry, the first at place 0. */
  hashes: string[]
  spans: Span[]
}

/** The chain does not hold: whoever served it made a mistake, or means harm. */
export class RosterError extends Error {}

export function refuse(reason: string): never {
  throw new RosterError(reason)
}

export const headOf = (roster: Roster): string => roster.hashes.at(-1) ?? ''
export const seqOf = (roster: Roster): number => roster.hashes.length

function isIn({ from, to }: Span, seq: number): boolean {
  return from <= seq && (to === undefined || to > seq)
}

/** Who was in once an entry had been made; without one, who is. */
export function membersAt(roster: Roster, seq = seqOf(roster)): Span[] {
  return roster.spans.filter(span => isIn(span, seq))
}

export function memberAt(roster: Roster, userId: number, seq = seqOf(roster)): Span | undefined {
  return roster.spans.find(span => span.card.userId === userId && isIn(span, seq))
}

/**
 * Where there are fewer than two administrators, whoever else has been in longest is one as well: a group must not be
 * stuck because its owner left, was deactivated or lost their keys.
 */
export function adminsOf(roster: Roster): number[] {
  const members = membersAt(roster)
  const admins = members.filter(({ role }) => role === 'admin')
  const others = members.filter(({ role }) => role !== 'admin')
  const deputies = others.toSorted((a, b) => a.from - b.from || a.card.userId - b.card.userId)
  return [...admins, ...deputies.slice(0, Math.max(0, 2 - admins.length))].map(({ card }) => card.userId)
}

function read(text: string): RosterEntry {
  try {
    return rosterEntry.parse(JSON.parse(text))
  } catch {
    refuse('entry-unreadable')
  }
}

/** Keys never go back a generation, and one generation never has two sets of keys. */
function checkCard(roster: Roster, one: Card): void {
  const known = roster.spans.filter(({ card }) => card.userId === one.userId).map(({ card }) => card)
  if (known.some(({ gen }) => gen > one.gen)) refuse('card-older')
  if (known.some(card => card.gen === one.gen && !isSameCard(card, one))) refuse('card-swapped')
}

function mayMake(roster: Roster, entry: Later): boolean {
  if (adminsOf(roster).includes(entry.by)) return true
  // Leaving needs nobody's leave.
  return entry.op === 'remove' && entry.userIds.length === 1 && entry.userIds[0] === entry.by
}

/** Whoever is alone on the list may take their place with new keys, signed by those: nobody else reads anything yet. */
function renewedAlone(roster: Roster, entry: Later): Card | undefined {
  const [only, other] = membersAt(roster)
  if (entry.op !== 'add' || other || entry.cards.length !== 1) return undefined
  const [card] = entry.cards
  return card?.userId === only?.card.userId && card?.userId === entry.by ? card : undefined
}

async function addCards(roster: Roster, entry: Extract<RosterEntry, { op: 'add' }>, verify: Verify) {
  const ids = new Set(entry.cards.map(({ userId }) => userId))
  if (ids.size < entry.cards.length) refuse('card-twice')
  const genuine = await Promise.all(entry.cards.map(one => isGenuineCard(verify, one)))
  if (genuine.includes(false)) refuse('card-forged')
  for (const one of entry.cards) checkCard(roster, one)
  const kept = roster.spans.map(span =>
    span.to === undefined && ids.has(span.card.userId) ? { ...span, to: entry.seq } : span,
  )
  const added = entry.cards.map(card => ({ card, role: entry.role, from: entry.seq }))
  return [...kept, ...added]
}

function removeIds(roster: Roster, { userIds, seq }: Extract<RosterEntry, { op: 'remove' }>): Span[] {
  if (userIds.some(userId => !memberAt(roster, userId))) refuse('remove-unknown')
  return roster.spans.map(span =>
    span.to === undefined && userIds.includes(span.card.userId) ? { ...span, to: seq } : span,
  )
}

function checkSize({ shape, spans }: Roster): void {
  const everybody = new Set(spans.map(({ card }) => card.userId))
  if (shape === 'direct' && everybody.size > 2) refuse('direct-of-two')
  if (spans.filter(({ to }) => to === undefined).length > mostEncrypted) refuse('too-many')
}

async function begin(entry: Genesis, one: Signed, verify: Verify): Promise<Roster> {
  if (entry.seq !== 1 || entry.card.userId !== entry.by) refuse('genesis-of-another')
  if (!(await isGenuineCard(verify, entry.card))) refuse('card-forged')
  if (!(await isSignedBy(verify, entry.card.sign, 'roster', one))) refuse('entry-forged')
  const { groupId, shape, plainUntil, card } = entry
  return {
    groupId,
    shape,
    plainUntil,
    hashes: [await hashOf(one)],
    spans: [{ card, role: 'admin', from: 1 }],
  }
}

/** One entry further; throws a RosterError where the chain does not hold. */
export async function applyEntry(
  roster: Roster | undefined,
  one: Signed,
  groupId: number,
  verify: Verify,
): Promise<Roster> {
  const entry = read(one.body)
  if (entry.groupId !== groupId) refuse('entry-of-another-group')
  if (!roster) return entry.op === 'genesis' ? begin(entry, one, verify) : refuse('no-genesis')
  if (entry.op === 'genesis' || entry.seq !== seqOf(roster) + 1 || entry.prev !== headOf(roster)) {
    refuse('chain-broken')
  }
  const signer = memberAt(roster, entry.by)
  if (!signer || !mayMake(roster, entry)) refuse('not-an-admin')
  const key = renewedAlone(roster, entry)?.sign ?? signer.card.sign
  if (!(await isSignedBy(verify, key, 'roster', one))) refuse('entry-forged')
  const spans = entry.op === 'add' ? await addCards(roster, entry, verify) : removeIds(roster, entry)
  const next = { ...roster, spans, hashes: [...roster.hashes, await hashOf(one)] }
  checkSize(next)
  return next
}

export async function applyEntries(
  roster: Roster | undefined,
  entries: Signed[],
  groupId: number,
  verify: Verify,
): Promise<Roster | undefined> {
  let now = roster
  for (const one of entries) now = await applyEntry(now, one, groupId, verify)
  return now
}
