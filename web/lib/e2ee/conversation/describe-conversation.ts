// Conversation core, part 1: what a conversation is, whom it is with, what it is called and whether plaintext may leave.
//
// The server only claims these things. This module compares the claims with what the device has verified (the trust
// record) and returns the description that screens show. Screens have no other source: a message, a search term or a
// call leaves the device only for a conversation that this module has described.
//
// Rules:
// - Only three groups can be plaintext: the global group, the group of the user's own country and the group of the
//   user's own club, one each. The client names them. Every other group is encrypted, whatever the server claims.
// - A conversation that any device of the user knows to be encrypted stays encrypted, with the same kind and peer.
// - A conversation whose claims contradict what the device knows is refused: nothing is sent.
//
// The module is part of the first page load. It must not import other modules of web/lib/e2ee.

import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { nameText } from '#texts/labels.ts'

type EncryptedKind = 'direct' | 'custom' | 'club'
export type ConversationKind = EncryptedKind | 'country' | 'global'

/** Kind and peer of an encrypted conversation that a device has verified or chosen itself. */
export interface KnownConversation {
  /** Absent in records of earlier releases, which stored only `isClub`. */
  kind?: EncryptedKind
  /** User id of the other user of a direct conversation. */
  peer?: number
  isClub?: boolean
}

/** Part of the trust record that decides about conversations. */
export interface KnownConversations {
  pins: Record<number, { name?: { name: string } }>
  groups: Record<number, KnownConversation>
  /** Ids of the plaintext groups that the user has opened on this device, by slot. */
  slots?: Record<string, number>
}

export interface VerifiedState {
  me: { id: number; currentCountry: string | null; clubId: number | null }
  /** Trust record of this device; undefined until it is loaded. */
  trust?: KnownConversations
}

/** Unverified statements of the server about a conversation. */
export type GroupClaim = Pick<
  GroupRow,
  'id' | 'name' | 'type' | 'clubId' | 'country' | 'direct' | 'encrypted' | 'peer'
>

/**
 * Reason why nothing may be sent. relabelled: the claimed kind differs from the known one.
 * another-peer: the claimed peer differs from the known one. peer-unknown: nobody is known to be the peer.
 * second: another group is the user's group of this country or club, or the global group.
 * foreign: a group of a country or club that is not the user's own.
 */
export type Refusal = 'relabelled' | 'another-peer' | 'peer-unknown' | 'second' | 'foreign'

declare const permitBrand: unique symbol
/** Permission to send plaintext to a group. Only this module creates permits. */
export interface PlaintextPermit {
  readonly groupId: number
  readonly [permitBrand]: true
}

export interface ConversationDescription {
  kind: ConversationKind
  /** refused: the conversation is not shown at all. An encrypted conversation with a refusal can only be read. */
  mode: 'encrypted' | 'plaintext' | 'refused'
  name: string
  /** Other user of a direct conversation. */
  peerId?: number
  refusal?: Refusal
  /** Key under which the device remembers a plaintext group. */
  slot?: string
  /** Present in plaintext groups once the trust record is loaded. */
  permit?: PlaintextPermit
}

const createPermit = (groupId: number) => ({ groupId }) as PlaintextPermit

function getClaimedKind({ type, direct, peer }: GroupClaim): ConversationKind {
  if (type === 'custom') return direct || peer ? 'direct' : 'custom'
  return type
}

/** Returns the slot that a group would fill if its claim were true; undefined if the user has no such slot. */
function getSlot({ me }: VerifiedState, claim: GroupClaim): string | undefined {
  const { type, clubId, country } = claim
  if (type === 'global') return 'global'
  if (type === 'country' && country !== null && country === me.currentCountry) return `country ${country}`
  if (type === 'club' && clubId !== null && clubId === me.clubId) return `club ${clubId}`
  return undefined
}

function getKnownKind({ kind, isClub }: KnownConversation, claimed: ConversationKind): EncryptedKind {
  if (kind) return kind
  if (isClub) return 'club'
  if (claimed === 'direct' || (claimed === 'club' && isClub === undefined)) return claimed
  return 'custom'
}

/** Kind and peer of a conversation that is encrypted. What the device knows outweighs the claim. */
export function decideConversationKind(
  known: KnownConversation | undefined,
  claim: GroupClaim,
): { kind: EncryptedKind; peerId?: number; refusal?: Refusal } {
  const claimed = getClaimedKind(claim)
  const kind = getKnownKind(known ?? {}, claimed)
  if (kind !== 'direct') return { kind, ...(claimed !== kind && { refusal: 'relabelled' as const }) }
  const peerId = known?.peer ?? claim.peer?.id
  if (peerId === undefined) return { kind, refusal: 'peer-unknown' }
  if (claimed !== 'direct') return { kind, peerId, refusal: 'relabelled' }
  const isAnother = claim.peer !== null && claim.peer.id !== peerId
  return { kind, peerId, ...(isAnother && { refusal: 'another-peer' as const }) }
}

/** A club's name comes from the server. The name always says that it is a club, so that it cannot pass as a person. */
const nameClub = (name: string) => (/\b(kelab|club|persatuan)\b/i.test(name) ? name : nameText.club({ name }))

/** Name that the peer signed, else the server's name of exactly this peer. */
function findPeerName({ trust }: VerifiedState, { peer }: GroupClaim, peerId: number | undefined) {
  if (peerId === undefined) return undefined
  return trust?.pins[peerId]?.name?.name ?? (peer?.id === peerId ? peer.fullName : undefined)
}

function describeEncrypted(
  verified: VerifiedState,
  claim: GroupClaim,
  known: KnownConversation | undefined,
): ConversationDescription {
  const decided = decideConversationKind(known, claim)
  if (decided.kind !== 'direct') {
    const name = decided.kind === 'club' ? nameClub(claim.name) : claim.name
    return { ...decided, mode: 'encrypted', name }
  }
  const name = findPeerName(verified, claim, decided.peerId)
  const refusal = decided.refusal ?? (name === undefined ? ('peer-unknown' as const) : undefined)
  return { ...decided, mode: 'encrypted', name: name ?? nameText.formerMember, ...(refusal && { refusal }) }
}

const refuse = (kind: ConversationKind, refusal: Refusal): ConversationDescription => ({
  kind,
  mode: 'refused',
  name: nameText.unknownConversation,
  refusal,
})

/** Tells whether the claimed group is the one that fills its slot. */
function isSlotOwner(
  verified: VerifiedState,
  claim: GroupClaim,
  slot: string,
  listed: readonly GroupClaim[],
): boolean {
  const owner = verified.trust?.slots?.[slot]
  if (owner !== undefined) return owner === claim.id
  // On a device that has not opened the group yet, two candidates cannot be told apart, so neither is accepted.
  const isRival = (other: GroupClaim) => {
    const known = verified.trust?.groups[other.id]
    if (known) return claim.type === 'club' && getKnownKind(known, 'custom') === 'club'
    return getSlot(verified, other) === slot
  }
  return !listed.some(other => other.id !== claim.id && isRival(other))
}

const plaintextNames: Partial<Record<ConversationKind, (claim: GroupClaim) => string>> = {
  global: () => nameText.globalGroup,
  country: ({ country }) => getCountryName(country) ?? nameText.unknownConversation,
  club: ({ name }) => nameClub(name),
}

/**
 * Describes a conversation from the state that this device has verified and the server's claim.
 * `listed`: all claims of the server's group list, because a slot has one group only.
 */
export function describeConversation(
  verified: VerifiedState,
  claim: GroupClaim,
  listed: readonly GroupClaim[],
): ConversationDescription {
  const known = verified.trust?.groups[claim.id]
  if (known || claim.type === 'custom') return describeEncrypted(verified, claim, known)
  const slot = getSlot(verified, claim)
  if (!slot) return refuse(claim.type, 'foreign')
  if (!isSlotOwner(verified, claim, slot, listed)) return refuse(claim.type, 'second')
  if (claim.type === 'club' && claim.encrypted) return describeEncrypted(verified, claim, known)
  return {
    kind: claim.type,
    mode: 'plaintext',
    name: plaintextNames[claim.type]?.(claim) ?? nameText.unknownConversation,
    slot,
    ...(verified.trust && { permit: createPermit(claim.id) }),
  }
}

/** Group of the server's list in which the description has replaced what the server claimed. */
export interface DescribedGroup extends GroupRow {
  conversation: ConversationDescription
}

/** Replaces the claims of a group by their description, so that screens cannot show the claims. */
export function applyConversationDescription(
  claim: GroupRow,
  conversation: ConversationDescription,
): DescribedGroup {
  const { kind, name, peerId, mode } = conversation
  const isSystemGroup = kind === 'club' || kind === 'country' || kind === 'global'
  const picture = claim.peer?.id === peerId ? claim.peer?.profileImageUrl : undefined
  return {
    ...claim,
    name,
    type: isSystemGroup ? kind : 'custom',
    clubId: kind === 'club' ? claim.clubId : null,
    direct: kind === 'direct',
    peer: peerId === undefined ? null : { id: peerId, fullName: name, profileImageUrl: picture ?? null },
    encrypted: mode !== 'plaintext',
    conversation,
  }
}

/** Describes all groups of the server's list. */
export function describeGroups(verified: VerifiedState, claims: GroupRow[]): DescribedGroup[] {
  return claims.map(claim =>
    applyConversationDescription(claim, describeConversation(verified, claim, claims)),
  )
}
