// Determines kind, peer and name of a conversation, and if it must be encrypted (conversation core, part 1).
//
// The server may lie about kind, peer (other user) and name of a conversation, so its data are not trusted.
// Kind, peer and name of a conversation come from the trust record, the data that this device has verified.
// Messages, search terms and calls are sent only in conversations whose kind the device has determined.
//
// Only three groups can be plaintext: the global group, the user's country group and the user's club group.
// Every group other than the three plaintext groups is encrypted, whatever the server states.
// A conversation that was encrypted on any device of the user stays encrypted, with the same kind and peer.
// If the server contradicts what the device knows about a conversation, nothing is sent in the conversation.
//
// This module, describe-conversation.ts, is part of the first page load, so it imports no other module of web/lib/e2ee.

import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { nameText } from '#texts/labels.ts'

type EncryptedKind = 'direct' | 'custom' | 'club'
export type ConversationKind = EncryptedKind | 'country' | 'global'

/** Kind and peer (other user) of an encrypted conversation, verified by a device or chosen by the user. */
export interface KnownConversation {
  /** Kind of the encrypted conversation. Missing in records of earlier releases, which stored only `isClub`. */
  kind?: EncryptedKind
  /** User id of the other user (peer) in a direct conversation. */
  peer?: number
  isClub?: boolean
  /**
   * User id of the group's founder. For a group created on this device, this is the user, whose keys must have signed
   * the first entry of the member list.
   */
  founder?: number
}

/** Part of the trust record (pinned keys of other users) that determines kind and name of conversations. */
export interface KnownConversations {
  pins: Record<number, { name?: { name: string } }>
  groups: Record<number, KnownConversation>
  /** Ids of the unencrypted groups that the user has opened on this device: the global, country and club group. */
  slots?: Record<string, number>
}

export interface VerifiedState {
  me: { id: number; currentCountry: string | null; clubId: number | null }
  /** Trust record (pinned keys of other users) of this device; undefined until it is loaded. */
  trust?: KnownConversations
}

/** Data of the server about a conversation, none of which this device has verified. */
export type GroupClaim = Pick<
  GroupRow,
  'id' | 'name' | 'type' | 'clubId' | 'country' | 'direct' | 'encrypted' | 'peer'
>

/**
 * Reason why nothing may be sent. `relabelled`: the server states another kind than the known one. `another-peer`: the
 * server states another peer than the known one. `peer-unknown`: nobody is known to be the peer. `second`: the user's
 * country, club or global group is already known to be another group. `foreign`: the group of a country or club that is
 * not the user's own.
 */
export type Refusal = 'relabelled' | 'another-peer' | 'peer-unknown' | 'second' | 'foreign'

declare const permitBrand: unique symbol
/** Permission to send unencrypted data to a group. Only this module creates such permissions. */
export interface PlaintextPermit {
  readonly groupId: number
  readonly [permitBrand]: true
}

export interface ConversationDescription {
  kind: ConversationKind
  /**
   * Kind of conversation. A `refused` conversation is not shown. An encrypted conversation with a refusal can only be
   * read.
   */
  mode: 'encrypted' | 'plaintext' | 'refused'
  name: string
  /** User id of the other user in a direct conversation. */
  peerId?: number
  refusal?: Refusal
  /**
   * Storage key of an unencrypted group on the device: `global`, `country` with its name, or `club` with its
   * id.
   */
  slot?: string
  /**
   * Permission to send plaintext, present in plaintext groups after the trust record (pinned keys of other users) has
   * been loaded.
   */
  permit?: PlaintextPermit
}

const createPlaintextPermit = (groupId: number) => ({ groupId }) as PlaintextPermit

function getClaimedConversationKind({ type, direct, peer }: GroupClaim): ConversationKind {
  if (type === 'custom') return direct || peer ? 'direct' : 'custom'
  return type
}

/**
 * Returns which plaintext group the server states this group to be: global, country or club; undefined for other
 * groups.
 */
function getPlaintextGroupSlot({ me }: VerifiedState, claim: GroupClaim): string | undefined {
  const { type, clubId, country } = claim
  if (type === 'global') return 'global'
  if (type === 'country' && country !== null && country === me.currentCountry) return `country ${country}`
  if (type === 'club' && clubId !== null && clubId === me.clubId) return `club ${clubId}`
  return undefined
}

function getKnownConversationKind(
  { kind, isClub }: KnownConversation,
  claimed: ConversationKind,
): EncryptedKind {
  if (kind) return kind
  if (isClub) return 'club'
  if (claimed === 'direct' || (claimed === 'club' && isClub === undefined)) return claimed
  return 'custom'
}

/**
 * Returns kind and peer of an encrypted conversation. What this device has verified outweighs the server's statements.
 */
export function determineConversationKind(
  known: KnownConversation | undefined,
  claim: GroupClaim,
): { kind: EncryptedKind; peerId?: number; refusal?: Refusal } {
  const claimed = getClaimedConversationKind(claim)
  const kind = getKnownConversationKind(known ?? {}, claimed)
  if (kind !== 'direct') return { kind, ...(claimed !== kind && { refusal: 'relabelled' as const }) }
  const peerId = known?.peer ?? claim.peer?.id
  if (peerId === undefined) return { kind, refusal: 'peer-unknown' }
  if (claimed !== 'direct') return { kind, peerId, refusal: 'relabelled' }
  const isAnother = claim.peer !== null && claim.peer.id !== peerId
  return { kind, peerId, ...(isAnother && { refusal: 'another-peer' as const }) }
}

/**
 * Builds the name of a club group. The name always says that it is a club, because a club could be named like a person.
 */
const buildClubGroupName = (name: string) =>
  /\b(kelab|club|persatuan)\b/i.test(name) ? name : nameText.club({ name })

/** Returns the name that the other user of a conversation signed, or else the name that the server states. */
function findPeerName({ trust }: VerifiedState, { peer }: GroupClaim, peerId: number | undefined) {
  if (peerId === undefined) return undefined
  return trust?.pins[peerId]?.name?.name ?? (peer?.id === peerId ? peer.fullName : undefined)
}

function describeEncryptedConversation(
  verified: VerifiedState,
  claim: GroupClaim,
  known: KnownConversation | undefined,
): ConversationDescription {
  const decided = determineConversationKind(known, claim)
  if (decided.kind !== 'direct') {
    const name = decided.kind === 'club' ? buildClubGroupName(claim.name) : claim.name
    return { ...decided, mode: 'encrypted', name }
  }
  const name = findPeerName(verified, claim, decided.peerId)
  const refusal = decided.refusal ?? (name === undefined ? ('peer-unknown' as const) : undefined)
  return { ...decided, mode: 'encrypted', name: name ?? nameText.formerMember, ...(refusal && { refusal }) }
}

const refuseConversation = (kind: ConversationKind, refusal: Refusal): ConversationDescription => ({
  kind,
  mode: 'refused',
  name: nameText.unknownConversation,
  refusal,
})

/** Whether this device accepts a group from the server as the global, country or club group of the user. */
function isSlotOwner(
  verified: VerifiedState,
  claim: GroupClaim,
  slot: string,
  listed: readonly GroupClaim[],
): boolean {
  const owner = verified.trust?.slots?.[slot]
  if (owner !== undefined) return owner === claim.id
  // If the server lists two groups as the club group and this device has opened neither, it trusts neither.
  const isRival = (other: GroupClaim) => {
    const known = verified.trust?.groups[other.id]
    if (known) return claim.type === 'club' && getKnownConversationKind(known, 'custom') === 'club'
    return getPlaintextGroupSlot(verified, other) === slot
  }
  return !listed.some(other => other.id !== claim.id && isRival(other))
}

const plaintextNames: Partial<Record<ConversationKind, (claim: GroupClaim) => string>> = {
  global: () => nameText.globalGroup,
  country: ({ country }) => getCountryName(country) ?? nameText.unknownConversation,
  club: ({ name }) => buildClubGroupName(name),
}

/**
 * Describes a conversation from the state that this device has verified and from the server's statements. `listed`: all
 * groups that the server lists, because only one of them can be the global, country or club group.
 */
export function describeConversation(
  verified: VerifiedState,
  claim: GroupClaim,
  listed: readonly GroupClaim[],
): ConversationDescription {
  const known = verified.trust?.groups[claim.id]
  if (known || claim.type === 'custom') return describeEncryptedConversation(verified, claim, known)
  const slot = getPlaintextGroupSlot(verified, claim)
  if (!slot) return refuseConversation(claim.type, 'foreign')
  if (!isSlotOwner(verified, claim, slot, listed)) return refuseConversation(claim.type, 'second')
  if (claim.type === 'club' && claim.encrypted) return describeEncryptedConversation(verified, claim, known)
  return {
    kind: claim.type,
    mode: 'plaintext',
    name: plaintextNames[claim.type]?.(claim) ?? nameText.unknownConversation,
    slot,
    ...(verified.trust && { permit: createPlaintextPermit(claim.id) }),
  }
}

/**
 * Group in the server's list, with the server's statements replaced by the description of the conversation core (rules
 * in lib/e2ee/conversation).
 */
export interface DescribedGroup extends GroupRow {
  conversation: ConversationDescription
}

/**
 * Replaces the server's statements about a group with the verified description, so that screens never show the
 * statements.
 */
export function replaceServerGroupDataByVerifiedData(
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

/** Replaces the name of the last message's sender, as the server states it, by the signed name, if it is known. */
function withSignedSender({ trust }: VerifiedState, group: DescribedGroup): DescribedGroup {
  const { lastMessage, encrypted } = group
  const fullName = encrypted && lastMessage ? trust?.pins[lastMessage.senderId]?.name?.name : undefined
  if (!lastMessage || !fullName) return group
  return { ...group, lastMessage: { ...lastMessage, sender: { ...lastMessage.sender, fullName } } }
}

/** Replaces the data that the server states about listed groups by data that this device has verified. */
export function replaceServerGroupListByVerifiedData(
  verified: VerifiedState,
  claims: GroupRow[],
): DescribedGroup[] {
  return claims.map(claim =>
    withSignedSender(
      verified,
      replaceServerGroupDataByVerifiedData(claim, describeConversation(verified, claim, claims)),
    ),
  )
}
