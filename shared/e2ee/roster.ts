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

/**
 * Version 2 knows who was left out of an epoch: they run nothing, and stay out until an administrator signs for them.
 * Entries of version 1 are judged by the rules of their time, and none comes after one of version 2.
 */
const base = {
  v: z.union([z.literal(1), z.literal(2)]),
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
    /** That it is encrypted, and of which shape, is said by the first entry. Version 1 has but 'direct' and 'group'. */
    shape: z.enum(['direct', 'group', 'custom', 'club']),
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
  /** A club of which nobody who could sign is left begins again, with whoever signs this. */
  z.strictObject({ ...base, v: z.literal(2), op: z.literal('restart'), prev: digest, card }),
])
export type RosterEntry = z.infer<typeof rosterEntry>
type Genesis = Extract<RosterEntry, { op: 'genesis' }>
type Restart = Extract<RosterEntry, { op: 'restart' }>
type Later = Exclude<RosterEntry, Genesis | Restart>
export type RosterRole = z.infer<typeof role>

/** From entry `from` on somebody was in with these keys, and with entry `to` no longer. */
interface Span {
  card: Card
  role: RosterRole
  from: number
  to?: number
  /** The epoch that left them out. It ends with the span: only an entry that adds them anew lets them back in. */
  out?: number
  /** It ended because the list began again, not because anybody signed them out. */
  isCut?: true
}

export interface Roster {
  groupId: number
  /** The highest version of an entry or an epoch so far. */
  v: 1 | 2
  shape: Genesis['shape']
  plainUntil: number
  /** Of each entry, the first at place 0. */
  hashes: string[]
  /** By whom each was made, and when by their word. */
  made: { by: number; ts: number }[]
  spans: Span[]
  /** The entry with which it last began again, if it ever did. */
  restarted?: number
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

/** Of a person who is still in and was not left out of the newest epoch. */
export function isReader({ to, out }: Span): boolean {
  return to === undefined && out === undefined
}

/** Who may read what is said next: those on the list, less those who were left out. */
export function readersNow(roster: Roster): Span[] {
  return roster.spans.filter(isReader)
}

/**
 * Where there are fewer than two administrators, whoever else has been in longest is one as well: a group must not be
 * stuck because its owner left, was deactivated or lost their keys. Version 1 counted those who had been left out.
 */
export function adminsOf(roster: Roster, v: 1 | 2 = 2): number[] {
  const members = v === 1 ? membersAt(roster) : readersNow(roster)
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
  if (adminsOf(roster, entry.v).includes(entry.by)) return true
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

/** Only a club's group can have a plain past; before version 2 any group could. */
function checkShape({ v, shape, plainUntil }: Genesis): void {
  if ((shape === 'group') !== (v === 1) && shape !== 'direct') refuse('wrong-shape')
  if (v === 2 && shape !== 'club' && plainUntil > 0) refuse('plain-past')
}

async function checkFounder({ by, card }: Genesis | Restart, one: Signed, verify: Verify): Promise<void> {
  if (card.userId !== by) refuse('genesis-of-another')
  if (!(await isGenuineCard(verify, card))) refuse('card-forged')
  if (!(await isSignedBy(verify, card.sign, 'roster', one))) refuse('entry-forged')
}

async function begin(entry: Genesis, one: Signed, verify: Verify): Promise<Roster> {
  if (entry.seq !== 1) refuse('genesis-of-another')
  checkShape(entry)
  await checkFounder(entry, one, verify)
  const { groupId, v, shape, plainUntil, card, by, ts } = entry
  return {
    groupId,
    v,
    shape,
    plainUntil,
    hashes: [await hashOf(one)],
    made: [{ by, ts }],
    spans: [{ card, role: 'admin', from: 1 }],
  }
}

/** It puts everybody else out. Whether it was allowed, each client that was in judges for itself (`checkPlace`). */
async function restart(roster: Roster, entry: Restart, one: Signed, verify: Verify): Promise<Roster> {
  if (roster.shape !== 'club' && roster.shape !== 'group') refuse('wrong-shape')
  await checkFounder(entry, one, verify)
  checkCard(roster, entry.card)
  const { seq, card } = entry
  const closed = roster.spans.map(span =>
    span.to === undefined ? { ...span, to: seq, isCut: true as const } : span,
  )
  return { ...roster, restarted: seq, spans: [...closed, { card, role: 'admin' as const, from: seq }] }
}

async function extend(roster: Roster, entry: Later, one: Signed, verify: Verify): Promise<Roster> {
  const signer = memberAt(roster, entry.by)
  if (!signer || !mayMake(roster, entry)) refuse('not-an-admin')
  const key = renewedAlone(roster, entry)?.sign ?? signer.card.sign
  if (!(await isSignedBy(verify, key, 'roster', one))) refuse('entry-forged')
  const spans = entry.op === 'add' ? await addCards(roster, entry, verify) : removeIds(roster, entry)
  return { ...roster, spans }
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
  if (entry.v < roster.v) refuse('entry-outdated')
  const changed = await (entry.op === 'restart'
    ? restart(roster, entry, one, verify)
    : extend(roster, entry, one, verify))
  const { v, by, ts } = entry
  const hashes = [...roster.hashes, await hashOf(one)]
  const next = { ...changed, v, hashes, made: [...roster.made, { by, ts }] }
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
