import * as z from 'zod/mini'
import { countries, groupRoles, groupTypes } from '#shared/constants.ts'
import { longestSealed, sealedContent } from '#shared/e2ee/sealed.ts'
import { id } from '#shared/fields.ts'
import { face, instant } from './answers.ts'
import { idParam, page, pageSize, queryNumber } from './query.ts'
import { line } from './text.ts'

/** As many as a custom group may have, its owner included. */
export const mostMembers = 500
/** Characters of one message. */
export const longestMessage = 4000
/** Bytes of what a client attaches to one message. */
const largestMetadata = 8192

const seq = z.int().check(z.minimum(0))
/** Within this time one may change what one has said, in minutes. */
export const editMinutes = 15
/** So many of those who reacted are named with a message, the newest of them; `reactionCount` counts all. */
export const mostReactions = 30

/** Sealed by a member, as it is kept and handed on; `id` is the client id that its signature names. */
const sealedWords = z.object({
  id: z.string(),
  content: z.string(),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
})
export type SealedWords = z.infer<typeof sealedWords>

/** One a person and message. In an encrypted group `content` is cipher, and what it says its reader alone knows. */
const reaction = z.object({ userId: id, fullName: z.string(), ...sealedWords.shape })
export type Reaction = z.infer<typeof reaction>

/** What one calls somebody whose account was erased is 'Bekas ahli'. */
const sender = z.object({ fullName: z.string(), profileImageUrl: z.nullable(z.string()) })

/** The same in a list, in an acknowledgement and as it arrives. `seq` is its place: no gaps, no duplicates. */
export const message = z.object({
  id: z.int(),
  groupId: id,
  seq,
  senderId: id,
  sender,
  clientId: z.nullable(z.string()),
  content: z.string(),
  messageType: z.string(),
  /** Whoever keeps order has hidden it: it stands at its place and says nothing. */
  isHidden: z.boolean(),
  /** Stored as it came, and understood by clients alone. */
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  createdAt: instant,
  /** When its sender last changed it; what it said before is gone. */
  editedAt: z.nullable(instant),
  /** By its sender: it stands at its place and says nothing. */
  isDeleted: z.boolean(),
  /** In an encrypted group: what its sender sealed in place of it, or to say that it is deleted. */
  revision: z.nullable(sealedWords),
  reactionCount: z.int(),
  reactions: z.array(reaction),
  /** The newest change of it in the group's sequence of changes; 0: as it was said. */
  changeSeq: seq,
})
/** As it travels: moments are text. */
export type Message = z.input<typeof message>
export type MessageRow = z.output<typeof message>

/** A message in a response. Events go to all members of a group alike, so they do not carry `isRead`. */
export const messageForCaller = z.extend(message, {
  /** Whether the caller has read it. The caller's own messages count as read. */
  isRead: z.boolean(),
})
export type MessageForCaller = z.output<typeof messageForCaller>

export const lastMessage = z.pick(message, {
  seq: true,
  senderId: true,
  sender: true,
  content: true,
  messageType: true,
  isHidden: true,
  isDeleted: true,
  createdAt: true,
})
export type LastMessage = z.input<typeof lastMessage>

/** The newest call of a group: in lists it stands where the newest words stand, if it came after them. */
const lastCall = z.object({
  startedBy: id,
  startedAt: instant,
  isAudioOnly: z.boolean(),
  /** Nobody came, and it is over. */
  isMissed: z.boolean(),
})

export const groupRow = z.object({
  id,
  /** Of a conversation of two: the other's name. */
  name: z.string(),
  type: z.enum(groupTypes),
  clubId: z.nullable(id),
  country: z.nullable(z.enum(countries)),
  direct: z.boolean(),
  /** Said by the server; what counts is the signed beginning that clients verify. */
  encrypted: z.boolean(),
  /** Closed groups can be read and left, and nothing more. */
  isActive: z.boolean(),
  createdBy: z.nullable(id),
  createdAt: instant,
  /** One's own in this group. */
  role: z.enum(groupRoles),
  memberCount: z.int(),
  lastSeq: seq,
  lastReadSeq: seq,
  /** Whether something unread calls on one by name. */
  isMentioned: z.boolean(),
  /** One is not told of what is said there until then. */
  mutedUntil: z.nullable(instant),
  isPinned: z.boolean(),
  /** Places of the messages that stand above the conversation, the newest pin first. */
  pins: z.array(seq),
  /** Whether one runs it: by what one is in it, or by one's office. */
  mayRun: z.boolean(),
  /** The caller's own messages after lastReadSeq. They count as read. */
  ownUnread: z.int(),
  /** lastSeq less lastReadSeq and ownUnread; 0 in a closed group. */
  unreadCount: z.int(),
  lastMessage: z.nullable(lastMessage),
  lastCall: z.nullable(lastCall),
  /** Whether one has blocked the other of a conversation of two. */
  isBlocked: z.boolean(),
  /** The other of a conversation of two, else null. */
  peer: z.nullable(face),
})
/** As it travels: moments are text. */
export type GroupRow = z.input<typeof groupRow>

/** `after`: those with higher numbers than this, the lowest first; 0 for the first page of all. */
export const groupsQuery = z.strictObject({ after: z.optional(queryNumber(0, 999_999_999)) })
export type GroupsQuery = z.output<typeof groupsQuery>

export const groupParams = z.object({ id: idParam })

const name = line(100).check(z.minLength(1, 'Nama kumpulan diperlukan'))
const ids = z.array(id).check(z.minLength(1, 'Pilih sekurang-kurangnya seorang'), z.maxLength(mostMembers))

/** A custom group has a name; with `direct` it is the conversation with one person, found or made. */
export const newGroupBody = z
  .strictObject({ name: z.optional(name), direct: z.optional(z.boolean()), memberIds: ids })
  .check(
    z.refine(({ name, direct }) => direct === true || name !== undefined, {
      path: ['name'],
      error: 'Nama kumpulan diperlukan',
    }),
    z.refine(({ memberIds, direct }) => direct !== true || memberIds.length === 1, {
      path: ['memberIds'],
      error: 'Pilih seorang sahaja',
    }),
  )
export type NewGroupBody = z.output<typeof newGroupBody>

/** Closed, and opened again, by those who run it. */
export const groupBody = z
  .strictObject({ name: z.optional(name), isActive: z.optional(z.boolean()) })
  .check(z.refine(({ name, isActive }) => name !== undefined || isActive !== undefined))
export type GroupBody = z.output<typeof groupBody>

/** As many messages as can stand above a conversation. */
export const mostPins = 3
export const muteSpans = ['hour', 'eight-hours', 'always'] as const
export type MuteSpan = (typeof muteSpans)[number]

/** What a group is to oneself; what is left out stays. */
export const placeBody = z
  .strictObject({ mute: z.optional(z.nullable(z.enum(muteSpans))), isPinned: z.optional(z.boolean()) })
  .check(z.refine(({ mute, isPinned }) => mute !== undefined || isPinned !== undefined))
export type PlaceBody = z.output<typeof placeBody>

export const pinBody = z.strictObject({ seq: z.int().check(z.positive()), isPinned: z.boolean() })
export type PinBody = z.output<typeof pinBody>

export const memberParams = z.object({ id: idParam, userId: idParam })
/** An owner stays one, until they leave. */
export const memberRoleBody = z.strictObject({ role: z.enum(['admin', 'member']) })
export type MemberRoleBody = z.output<typeof memberRoleBody>

export const blockParams = z.object({ userId: idParam })
export const blockBody = z.strictObject({ isBlocked: z.boolean() })

export const membersBody = z.strictObject({ userIds: ids })

export const groupMember = z.object({
  id,
  fullName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(groupRoles),
  clubName: z.nullable(z.string()),
})
export type GroupMember = z.infer<typeof groupMember>
export const groupMembersQuery = z.strictObject({ page, pageSize, search: z.optional(line(100)) })
export type GroupMembersQuery = z.output<typeof groupMembersQuery>

/** Up to so many people see of each other how far they have read, and that somebody is writing. */
export const mostWatched = 50
/** How far each of a small group has read; of a larger one nobody is told. */
export const memberRead = z.object({ userId: id, lastReadSeq: seq })
export type MemberRead = z.infer<typeof memberRead>

/** How far one has read: never taken back, never beyond what was said. */
export const readGroupBody = z.strictObject({ seq: z.int().check(z.minimum(0)) })
export const readGroupAnswer = z.object({ lastReadSeq: seq, ownUnread: z.int(), unreadCount: z.int() })
export type ReadGroupAnswer = z.infer<typeof readGroupAnswer>

/**
 * By sequence, the list itself always newest first. `before` N: those directly before it. `after` N: those directly
 * after it, so that whoever missed more than `limit` goes on with `after` the first of the list, until it is empty.
 */
export const messagesQuery = z.strictObject({
  before: z.optional(queryNumber(0, 999_999_999)),
  after: z.optional(queryNumber(0, 999_999_999)),
  limit: z._default(queryNumber(1, 200), 50),
})
export type MessagesQuery = z.output<typeof messagesQuery>
export const messagesParams = z.object({ groupId: idParam })

/**
 * Changes have a sequence of their own in each group. Answered is every message from `from` on whose newest change came
 * after `after`, as it is now, oldest change first: however often one was changed, it is there once.
 */
export const changesQuery = z.strictObject({
  after: queryNumber(0, 999_999_999),
  from: z._default(queryNumber(0, 999_999_999), 0),
  limit: z._default(queryNumber(1, 200), 200),
})
export type ChangesQuery = z.output<typeof changesQuery>

/** Nothing but cipher can be as long as one that is sealed; in a group that is not encrypted it is too long as well. */
function isShortEnough(text: string): boolean {
  return text.length <= longestMessage || (text.length <= longestSealed && sealedContent.test(text))
}

/** As typed; only emptiness and length are the server's concern. */
const content = z.string().check(
  z.refine(isShortEnough, `Mesej tidak boleh melebihi ${longestMessage} aksara`),
  z.refine(text => text.trim() !== '', 'Mesej tidak boleh kosong'),
)

/** Made by the client, so that sending again after a cut never doubles anything. */
const clientId = z.string().check(z.regex(/^[\w-]{1,64}$/))

function isSmall(value: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= largestMetadata
}

const metadata = z.nullable(z.record(z.string(), z.unknown()).check(z.refine(isSmall)))

/** A client that knows only content and group may leave out the rest; `senderId` is checked, never trusted. */
export const newMessage = z.object({
  groupId: id,
  content,
  senderId: z.optional(id),
  messageType: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)), 'text'),
  clientId: z.optional(clientId),
  metadata: z.optional(metadata),
})
/** As a client sends it. */
export type NewMessage = z.input<typeof newMessage>

/**
 * What becomes of one message. `edit` and `delete` are its sender's; a reaction is anybody's, and the new one takes the
 * place of the old. In an encrypted group all but `unreact` bring what was sealed and signed, which names the message.
 */
export const changeBody = z.strictObject({
  seq: z.int().check(z.positive()),
  op: z.enum(['edit', 'delete', 'react', 'unreact']),
  clientId,
  content: z.optional(content),
  metadata: z.optional(metadata),
})
export type ChangeBody = z.input<typeof changeBody>
