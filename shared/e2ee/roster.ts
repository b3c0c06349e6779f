// Roster of an encrypted group: a hash chain of signed entries that defines who may read the group.
// Only a roster administrator can sign an entry that adds a member to the group's roster.
// A client with all entries of a group's roster can verify every step of the hash chain.
// A client that remembers the newest roster entry detects a truncated or replaced hash chain.
import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { type Card, card, hasSamePublicKeys, isPublicKeysSignatureValid } from './signed-public-keys.ts'
import {
  digest,
  hashTextWithSignature,
  isTextSignedBy,
  type Signed,
  type VerifySignature,
} from './signed-text.ts'

/**
 * Maximum number of members of an encrypted group; limited by the time in which a device can encrypt a new group key
 * for all of them.
 */
export const maxEncryptedMembers = 500
/**
 * Maximum number of members whose public keys one roster entry (signed change of members) adds, so that the entry fits
 * into a request.
 */
export const maxCardsPerEntry = 100

/**
 * Fields of every roster entry. In version 2, members excluded from an epoch (group key) may not sign, and stay
 * excluded until an administrator adds them again. Entries of version 1 are verified by the old rules, and cannot
 * follow an entry of version 2.
 */
const base = {
  v: z.union([z.literal(1), z.literal(2)]),
  groupId: id,
  seq: z.int().check(z.positive()),
  by: id,
  /**
   * Time of the roster entry in milliseconds, as its signer states it. The time is only displayed, never used in a
   * check.
   */
  ts: z.int(),
}
const role = z.enum(['admin', 'member'])
const cards = z.array(card).check(z.minLength(1), z.maxLength(maxCardsPerEntry))

export const rosterEntry = z.union([
  z.strictObject({
    ...base,
    op: z.literal('genesis'),
    prev: z.literal(''),
    /**
     * Kind of the encrypted group, fixed by the first roster entry. Entries of version 1 know only 'direct' and
     * 'group'.
     */
    shape: z.enum(['direct', 'group', 'custom', 'club']),
    /** Sequence number of the last unencrypted message. Clients reject later unencrypted messages. */
    plainUntil: z.int().check(z.minimum(0)),
    /** Other user of a direct conversation. Absent in other groups and in entries from earlier releases. */
    peer: z.optional(id),
    card,
  }),
  z.strictObject({ ...base, op: z.literal('add'), prev: digest, role, cards }),
  z.strictObject({
    ...base,
    op: z.literal('remove'),
    prev: digest,
    userIds: z.array(id).check(z.minLength(1), z.maxLength(maxEncryptedMembers)),
  }),
  /**
   * Begins a new list of members for a club whose roster has no administrator left (restart). The signer is the first
   * member.
   */
  z.strictObject({ ...base, v: z.literal(2), op: z.literal('restart'), prev: digest, card }),
])
export type RosterEntry = z.infer<typeof rosterEntry>
type Genesis = Extract<RosterEntry, { op: 'genesis' }>
type Restart = Extract<RosterEntry, { op: 'restart' }>
type Later = Exclude<RosterEntry, Genesis | Restart>
export type RosterRole = z.infer<typeof role>

/**
 * Membership of a user with the same keys in the roster (signed member list). The membership starts with
 * entry `from` and ends before entry `to`.
 */
interface Span {
  card: Card
  role: RosterRole
  from: number
  to?: number
  /**
   * Number of the epoch (group key) that excluded the member. Only an entry that adds the member again ends the
   * exclusion.
   */
  out?: number
  /**
   * Whether the membership ended because the roster (member list) was begun anew with other members, not by a signed
   * removal.
   */
  isCut?: true
}

export interface Roster {
  groupId: number
  /** Highest format version among all entries of the roster (signed member list) and all epochs (group keys). */
  v: 1 | 2
  shape: Genesis['shape']
  plainUntil: number
  /** Other user of a direct conversation, as the conversation's founder signed it. */
  peer?: number
  /** Hashes of all entries of the roster (signed member list), oldest first. */
  hashes: string[]
  /** User who signed each roster entry (signed change of members), and the time that the signer states. */
  made: { by: number; ts: number }[]
  spans: Span[]
  /** Sequence number of the entry that last restarted the roster (signed member list); undefined if never restarted. */
  restarted?: number
}

/**
 * Error: the roster (signed member list) or an epoch (group key) failed verification, because the server made a mistake
 * or is malicious.
 */
export class RosterError extends Error {}

export function throwRosterError(reason: string): never {
  throw new RosterError(reason)
}

export const getRosterHead = (roster: Roster): string => roster.hashes.at(-1) ?? ''
export const getRosterLength = (roster: Roster): number => roster.hashes.length

function isRosterMemberAtEntry({ from, to }: Span, seq: number): boolean {
  return from <= seq && (to === undefined || to > seq)
}

/**
 * Lists the members of the group after roster entry (signed change of members) number `seq`; by default the current
 * members.
 */
export function listMembersAfterMembershipChange(roster: Roster, seq = getRosterLength(roster)): Span[] {
  return roster.spans.filter(span => isRosterMemberAtEntry(span, seq))
}

/**
 * Finds the membership of a user after roster entry (signed change of members) number `seq`; by default the current
 * membership.
 */
export function findMemberAfterMembershipChange(
  roster: Roster,
  userId: number,
  seq = getRosterLength(roster),
): Span | undefined {
  return roster.spans.find(span => span.card.userId === userId && isRosterMemberAtEntry(span, seq))
}

/**
 * Returns the other user of a direct conversation; undefined in groups, and before the other user was named or added.
 */
export function findOtherUserOfDirectConversation(
  { shape, peer, made, spans }: Roster,
  ownId: number,
): number | undefined {
  if (shape !== 'direct') return undefined
  // The first release stored rosters (member lists) on devices without the signers of the entries.
  const founder = (made as Roster['made'] | undefined)?.[0]?.by
  const candidates = [founder, peer, ...spans.map(({ card }) => card.userId)]
  return candidates.find(userId => userId !== undefined && userId !== ownId)
}

/** True for a member on the signed member list whom no group key (epoch) has excluded since joining. */
export function canMemberReadNewMessages({ to, out }: Span): boolean {
  return to === undefined && out === undefined
}

/** Lists the members who may read new messages: current roster members, except those whom an epoch excludes. */
export function listMembersWhoMayReadNewMessages(roster: Roster): Span[] {
  return roster.spans.filter(canMemberReadNewMessages)
}

/**
 * Lists the users who may sign roster entries.
 * If a roster has fewer than two administrators, its longest-standing members act as deputies.
 * Deputies keep a group usable when its owner left, was deactivated or lost the keys.
 * Version 1 also counted excluded members.
 */
export function listMembersWhoMaySignMembershipChanges(roster: Roster, v: 1 | 2 = 2): number[] {
  const members =
    v === 1 ? listMembersAfterMembershipChange(roster) : listMembersWhoMayReadNewMessages(roster)
  const admins = members.filter(({ role }) => role === 'admin')
  const others = members.filter(({ role }) => role !== 'admin')
  const deputies = others.toSorted((a, b) => a.from - b.from || a.card.userId - b.card.userId)
  return [...admins, ...deputies.slice(0, Math.max(0, 2 - admins.length))].map(({ card }) => card.userId)
}

function parseRosterEntry(text: string): RosterEntry {
  try {
    return rosterEntry.parse(JSON.parse(text))
  } catch {
    throwRosterError('entry-unreadable')
  }
}

/** Rejects public keys older than the user's known ones, and different keys with the same generation number. */
function requireCardAllowedInRoster(roster: Roster, candidate: Card): void {
  const known = roster.spans.filter(({ card }) => card.userId === candidate.userId).map(({ card }) => card)
  if (known.some(({ gen }) => gen > candidate.gen)) throwRosterError('card-older')
  if (known.some(card => card.gen === candidate.gen && !hasSamePublicKeys(card, candidate)))
    throwRosterError('card-swapped')
}

function canSignRosterEntry(roster: Roster, entry: Later): boolean {
  if (listMembersWhoMaySignMembershipChanges(roster, entry.v).includes(entry.by)) return true
  // A member needs no administrator to sign the roster entry (change of the member list) by which the member leaves.
  return entry.op === 'remove' && entry.userIds.length === 1 && entry.userIds[0] === entry.by
}

/**
 * Returns the new public keys when the only member of a roster replaces the own keys and signs with the new signing
 * key.
 */
function findSoleMemberRenewal(roster: Roster, entry: Later): Card | undefined {
  const [only, other] = listMembersAfterMembershipChange(roster)
  if (entry.op !== 'add' || other || entry.cards.length !== 1) return undefined
  const [card] = entry.cards
  return card?.userId === only?.card.userId && card?.userId === entry.by ? card : undefined
}

async function addMemberCards(
  roster: Roster,
  entry: Extract<RosterEntry, { op: 'add' }>,
  verify: VerifySignature,
) {
  const ids = new Set(entry.cards.map(({ userId }) => userId))
  if (ids.size < entry.cards.length) throwRosterError('card-twice')
  const genuine = await Promise.all(entry.cards.map(newCard => isPublicKeysSignatureValid(verify, newCard)))
  if (genuine.includes(false)) throwRosterError('card-forged')
  for (const newCard of entry.cards) requireCardAllowedInRoster(roster, newCard)
  const kept = roster.spans.map(span =>
    span.to === undefined && ids.has(span.card.userId) ? { ...span, to: entry.seq } : span,
  )
  const added = entry.cards.map(card => ({ card, role: entry.role, from: entry.seq }))
  return [...kept, ...added]
}

function removeMembersById(roster: Roster, { userIds, seq }: Extract<RosterEntry, { op: 'remove' }>): Span[] {
  if (userIds.some(userId => !findMemberAfterMembershipChange(roster, userId)))
    throwRosterError('remove-unknown')
  return roster.spans.map(span =>
    span.to === undefined && userIds.includes(span.card.userId) ? { ...span, to: seq } : span,
  )
}

function requireRosterSizeWithinLimit({ shape, spans, peer, made }: Roster): void {
  const userIds = new Set(spans.map(({ card }) => card.userId))
  const isOutsideDirectMessage = (userId: number) =>
    peer !== undefined && userId !== peer && userId !== made[0]?.by
  if (shape === 'direct' && (userIds.size > 2 || [...userIds].some(isOutsideDirectMessage)))
    throwRosterError('direct-of-two')
  if (spans.filter(({ to }) => to === undefined).length > maxEncryptedMembers) throwRosterError('too-many')
}

/**
 * Checks group kind and number of the last plaintext message in a new roster. From version 2 on, only club groups have
 * plaintext messages.
 */
function requireValidRosterShape({ v, shape, plainUntil, peer, by }: Genesis): void {
  if (peer !== undefined && (shape !== 'direct' || peer === by)) throwRosterError('wrong-shape')
  if ((shape === 'group') !== (v === 1) && shape !== 'direct') throwRosterError('wrong-shape')
  if (v === 2 && shape !== 'club' && plainUntil > 0) throwRosterError('plain-past')
}

async function requireValidRosterFounder(
  { by, card }: Genesis | Restart,
  signedEntry: Signed,
  verify: VerifySignature,
): Promise<void> {
  if (card.userId !== by) throwRosterError('genesis-of-another')
  if (!(await isPublicKeysSignatureValid(verify, card))) throwRosterError('card-forged')
  if (!(await isTextSignedBy(verify, card.sign, 'roster', signedEntry))) throwRosterError('entry-forged')
}

async function startRoster(entry: Genesis, signedEntry: Signed, verify: VerifySignature): Promise<Roster> {
  if (entry.seq !== 1) throwRosterError('genesis-of-another')
  requireValidRosterShape(entry)
  await requireValidRosterFounder(entry, signedEntry, verify)
  const { groupId, v, shape, plainUntil, peer, card, by, ts } = entry
  return {
    groupId,
    v,
    shape,
    plainUntil,
    ...(peer !== undefined && { peer }),
    hashes: [await hashTextWithSignature(signedEntry)],
    made: [{ by, ts }],
    spans: [{ card, role: 'admin', from: 1 }],
  }
}

/**
 * Restarts a club's roster and thereby ends all other memberships. Devices of former members ask them to accept the
 * restart.
 */
async function restartRoster(
  roster: Roster,
  entry: Restart,
  signedEntry: Signed,
  verify: VerifySignature,
): Promise<Roster> {
  if (roster.shape !== 'club' && roster.shape !== 'group') throwRosterError('wrong-shape')
  await requireValidRosterFounder(entry, signedEntry, verify)
  requireCardAllowedInRoster(roster, entry.card)
  const { seq, card } = entry
  const closed = roster.spans.map(span =>
    span.to === undefined ? { ...span, to: seq, isCut: true as const } : span,
  )
  return { ...roster, restarted: seq, spans: [...closed, { card, role: 'admin' as const, from: seq }] }
}

async function extendRoster(
  roster: Roster,
  entry: Later,
  signedEntry: Signed,
  verify: VerifySignature,
): Promise<Roster> {
  const signer = findMemberAfterMembershipChange(roster, entry.by)
  if (!signer || !canSignRosterEntry(roster, entry)) throwRosterError('not-an-admin')
  const key = findSoleMemberRenewal(roster, entry)?.sign ?? signer.card.sign
  if (!(await isTextSignedBy(verify, key, 'roster', signedEntry))) throwRosterError('entry-forged')
  const spans =
    entry.op === 'add' ? await addMemberCards(roster, entry, verify) : removeMembersById(roster, entry)
  return { ...roster, spans }
}

/**
 * Verifies a signed roster entry (change of members) and appends it. Throws a RosterError when the entry is invalid.
 */
export async function verifyAndAppendMembershipChange(
  roster: Roster | undefined,
  signedEntry: Signed,
  groupId: number,
  verify: VerifySignature,
): Promise<Roster> {
  const entry = parseRosterEntry(signedEntry.body)
  if (entry.groupId !== groupId) throwRosterError('entry-of-another-group')
  if (!roster)
    return entry.op === 'genesis' ? startRoster(entry, signedEntry, verify) : throwRosterError('no-genesis')
  if (
    entry.op === 'genesis' ||
    entry.seq !== getRosterLength(roster) + 1 ||
    entry.prev !== getRosterHead(roster)
  ) {
    throwRosterError('chain-broken')
  }
  if (entry.v < roster.v) throwRosterError('entry-outdated')
  const changed = await (entry.op === 'restart'
    ? restartRoster(roster, entry, signedEntry, verify)
    : extendRoster(roster, entry, signedEntry, verify))
  const { v, by, ts } = entry
  const hashes = [...roster.hashes, await hashTextWithSignature(signedEntry)]
  const next = { ...changed, v, hashes, made: [...roster.made, { by, ts }] }
  requireRosterSizeWithinLimit(next)
  return next
}

export async function verifyAndAppendMembershipChanges(
  roster: Roster | undefined,
  entries: Signed[],
  groupId: number,
  verify: VerifySignature,
): Promise<Roster | undefined> {
  let current = roster
  for (const entry of entries)
    current = await verifyAndAppendMembershipChange(current, entry, groupId, verify)
  return current
}
