import * as z from 'zod/mini'
import { groupRoles, groupTypes } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { encryptedContentPattern, maxEncryptedLength } from '#shared/e2ee/encrypted-message.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam, page, pageSize } from '#shared/fields/query-parameters.ts'
import { instant, personSummary } from '#shared/fields/responses.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { groupFieldErrors } from '#texts/field-errors.ts'
import { validationText } from '#texts/validation.ts'

/** Maximum number of members of a custom group, including its owner. */
export const maxGroupMembers = 500
/** Maximum length of a plaintext message in characters. */
export const maxMessageLength = 4000
/** Maximum size of the metadata of a message in bytes. */
const largestMetadata = 8192

const seq = z.int().check(z.minimum(0))
/** Minutes after sending during which the sender may edit a message. */
export const editMinutes = 15
/** Maximum number of reactions listed with a message, newest first. `reactionCount` counts all. */
export const maxListedReactions = 30

/**
 * Encrypted edit, deletion or reaction, as the server stores and delivers it. The client chooses `id`, which is part of
 * the signed text.
 */
const sealedWords = z.object({
  id: z.string(),
  content: z.string(),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
})
export type EncryptedText = z.infer<typeof sealedWords>

/** Reaction of a user to a message, at most one each. In an encrypted group `content` is ciphertext. */
const reaction = z.object({ userId: id, fullName: z.string(), ...sealedWords.shape })
export type Reaction = z.infer<typeof reaction>

/**
 * Signed pin of a message in an encrypted group: the user who pinned the message, and the encrypted text that names the
 * message.
 */
const pinSeal = z.object({ by: id, ...sealedWords.shape })
export type PinSeal = z.infer<typeof pinSeal>

/** Sender of a message. An erased account has the name of a former member. */
const sender = z.object({ fullName: z.string(), profileImageUrl: z.nullable(z.string()) })

/** Message in lists, acknowledgements and socket events. `seq` numbers the messages of a group without gaps. */
export const message = z.object({
  id: z.int(),
  groupId: id,
  seq,
  senderId: id,
  sender,
  clientId: z.nullable(z.string()),
  content: z.string(),
  messageType: z.string(),
  /** Whether a moderator has hidden the message. It keeps its position but has no content. */
  isHidden: z.boolean(),
  /** Metadata that the client attached to the message. The server stores it without interpreting it. */
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  createdAt: instant,
  /** Time of the last edit of the message by its sender. Earlier texts are not kept. */
  editedAt: z.nullable(instant),
  /** Whether the sender has deleted the message. It keeps its position but has no content. */
  isDeleted: z.boolean(),
  /** In an encrypted group: the encrypted edit or deletion by the sender. */
  revision: z.nullable(sealedWords),
  reactionCount: z.int(),
  reactions: z.array(reaction),
  /**
   * Number of the newest change of the message among all changes in its group; 0 when the message was never changed.
   */
  changeSeq: seq,
})
/** Message as JSON: timestamps are ISO strings. */
export type Message = z.input<typeof message>
export type MessageRow = z.output<typeof message>

/** A message in an API response. Socket events go to all members of a group alike, so they do not contain `isRead`. */
export const messageForCaller = z.extend(message, {
  /** Whether the caller has read the message. The caller's own messages count as read. */
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

/** Newest call of a group, shown in lists instead of the last message when it is newer. */
const lastCall = z.object({
  startedBy: id,
  startedAt: instant,
  isAudioOnly: z.boolean(),
  /** Whether the call ended unanswered. */
  isMissed: z.boolean(),
})

export const groupRow = z.object({
  id,
  /** Name of the group; in a direct conversation the name of the other user. */
  name: z.string(),
  type: z.enum(groupTypes),
  clubId: z.nullable(id),
  country: z.nullable(z.enum(countries)),
  direct: z.boolean(),
  /**
   * Whether the group is encrypted, as the server claims. Clients rely on the first signed entry of the group's roster
   * (member list) instead.
   */
  encrypted: z.boolean(),
  /** Whether the group is open. In a closed group members can only read messages and leave. */
  isActive: z.boolean(),
  createdBy: z.nullable(id),
  createdAt: instant,
  /** Role of the caller in the chat group: owner, administrator or member. */
  role: z.enum(groupRoles),
  memberCount: z.int(),
  lastSeq: seq,
  lastReadSeq: seq,
  /** Whether an unread message mentions the caller. */
  isMentioned: z.boolean(),
  /** End of muting. Until then the caller gets no notifications of the group. */
  mutedUntil: z.nullable(instant),
  isPinned: z.boolean(),
  /** Sequence numbers of the pinned messages, newest pin first. */
  pins: z.array(seq),
  /** Signatures of the pins in `pins`, in the same order. Null for a pin of an earlier release, which did not sign pins. */
  pinSeals: z.optional(z.array(z.nullable(pinSeal))),
  /** Whether the caller may manage the group: by a role in the group, or as administrator of its club or country. */
  mayRun: z.boolean(),
  /** Number of messages after `lastReadSeq` that the caller sent, which do not count as unread. */
  ownUnread: z.int(),
  /** Number of unread messages: lastSeq minus lastReadSeq minus ownUnread; 0 in a closed group. */
  unreadCount: z.int(),
  lastMessage: z.nullable(lastMessage),
  lastCall: z.nullable(lastCall),
  /** Whether the caller has blocked the other user of a direct conversation. */
  isBlocked: z.boolean(),
  /** Other user of a direct conversation; null in groups. */
  peer: z.nullable(personSummary),
})
/** Group as JSON: timestamps are ISO strings. */
export type GroupRow = z.input<typeof groupRow>

/** `after`: returns groups with a higher id, lowest first; 0 for the first page of the list. */
export const groupsQuery = z.strictObject({ after: z.optional(buildQueryNumberSchema(0, 999_999_999)) })
export type GroupsQuery = z.output<typeof groupsQuery>

export const groupParams = z.object({ id: idParam })

const name = buildSingleLineTextSchema(100).check(z.minLength(1, { error: () => groupFieldErrors.name }))
const ids = z
  .array(id)
  .check(z.minLength(1, { error: () => groupFieldErrors.nobodyChosen }), z.maxLength(maxGroupMembers))

/** New custom group with a name, or with `direct` the direct conversation with one user, created if needed. */
export const newGroupBody = z
  .strictObject({ name: z.optional(name), direct: z.optional(z.boolean()), memberIds: ids })
  .check(
    z.refine(({ name, direct }) => direct === true || name !== undefined, {
      path: ['name'],
      error: () => groupFieldErrors.name,
    }),
    z.refine(({ memberIds, direct }) => direct !== true || memberIds.length === 1, {
      path: ['memberIds'],
      error: () => groupFieldErrors.onlyOne,
    }),
  )
export type NewGroupBody = z.output<typeof newGroupBody>

/** Renames, closes or reopens a group. */
export const groupBody = z
  .strictObject({ name: z.optional(name), isActive: z.optional(z.boolean()) })
  .check(z.refine(({ name, isActive }) => name !== undefined || isActive !== undefined))
export type GroupBody = z.output<typeof groupBody>

/** Maximum number of pinned messages per group. */
export const maxPinnedMessages = 3
export const muteDurations = ['hour', 'eight-hours', 'always'] as const
export type MuteDuration = (typeof muteDurations)[number]

/** The caller's personal settings for a chat group, such as muting. Omitted fields keep their values. */
export const groupSettingsBody = z
  .strictObject({ mute: z.optional(z.nullable(z.enum(muteDurations))), isPinned: z.optional(z.boolean()) })
  .check(z.refine(({ mute, isPinned }) => mute !== undefined || isPinned !== undefined))
export type GroupSettingsBody = z.output<typeof groupSettingsBody>

export const memberParams = z.object({ id: idParam, userId: idParam })
/** New group role of a member. The owner role cannot be changed. */
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
export const groupMembersQuery = z.strictObject({
  page,
  pageSize,
  search: z.optional(buildSingleLineTextSchema(100)),
})
export type GroupMembersQuery = z.output<typeof groupMembersQuery>

/** Maximum group size for read receipts and typing indicators. */
export const maxReceiptGroupSize = 50
/** Read receipt of a member. Groups larger than the limit have none. */
export const memberRead = z.object({ userId: id, lastReadSeq: seq })
export type MemberRead = z.infer<typeof memberRead>

/** Read position of the caller. The server never decreases it and limits it to the last message. */
export const readGroupBody = z.strictObject({ seq: z.int().check(z.minimum(0)) })
export const readGroupResponse = z.object({ lastReadSeq: seq, ownUnread: z.int(), unreadCount: z.int() })
export type ReadGroupResponse = z.infer<typeof readGroupResponse>

/**
 * Page of messages by sequence number; the response is always newest first.
 * `before` N returns the messages directly before N; `after` N those directly after N.
 * A client that missed more than `limit` messages repeats with `after` the first row until the list is empty.
 */
export const messagesQuery = z.strictObject({
  before: z.optional(buildQueryNumberSchema(0, 999_999_999)),
  after: z.optional(buildQueryNumberSchema(0, 999_999_999)),
  limit: z._default(buildQueryNumberSchema(1, 200), 50),
})
export type MessagesQuery = z.output<typeof messagesQuery>
export const messagesParams = z.object({ groupId: idParam })

/**
 * Page of changed messages. Each group numbers the changes of its messages separately. The response has each message
 * from `from` on whose newest change is after `after`, oldest change first. A message that was changed several times is
 * returned once, in its current state.
 */
export const changesQuery = z.strictObject({
  after: buildQueryNumberSchema(0, 999_999_999),
  from: z._default(buildQueryNumberSchema(0, 999_999_999), 0),
  limit: z._default(buildQueryNumberSchema(1, 200), 200),
})
export type ChangesQuery = z.output<typeof changesQuery>

/** Whether a message is within its length limit. An encrypted message may be longer than a plaintext message. */
function isMessageShortEnough(text: string): boolean {
  return (
    text.length <= maxMessageLength ||
    (text.length <= maxEncryptedLength && encryptedContentPattern.test(text))
  )
}

/** Message text, stored unchanged. The server checks only length and emptiness. */
const content = z.string().check(
  z.refine(isMessageShortEnough, {
    error: () => validationText.messageTooLong({ maximum: maxMessageLength }),
  }),
  z.refine(text => text.trim() !== '', { error: () => validationText.message }),
)

/** Message id made by the client, so that a retry after a lost connection creates no duplicate. */
const clientId = z.string().check(z.regex(/^[\w-]{1,64}$/))

function isMetadataSmallEnough(value: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= largestMetadata
}

const metadata = z.nullable(z.record(z.string(), z.unknown()).check(z.refine(isMetadataSmallEnough)))

/** New message. Only content and group are required; `senderId` must match the session. */
export const newMessage = z.object({
  groupId: id,
  content,
  senderId: z.optional(id),
  messageType: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)), 'text'),
  clientId: z.optional(clientId),
  metadata: z.optional(metadata),
})
/** New message as a client sends it. */
export type NewMessage = z.input<typeof newMessage>

/** Pins or unpins a message. In an encrypted group a signed change contains id and hash of the pinned message. */
export const pinBody = z.strictObject({
  seq: z.int().check(z.positive()),
  isPinned: z.boolean(),
  seal: z.optional(
    z.strictObject({
      id: clientId,
      content: z.string().check(z.regex(encryptedContentPattern), z.maxLength(maxMessageLength)),
      metadata: z.record(z.string(), z.unknown()).check(z.refine(isMetadataSmallEnough)),
    }),
  ),
})
export type PinBody = z.output<typeof pinBody>

/**
 * Change to a message. Only the sender may `edit` or `delete`; any member may react.
 * A new reaction replaces the user's previous one.
 * In an encrypted group every change except `unreact` carries an encrypted, signed text that names the message.
 */
export const changeBody = z.strictObject({
  seq: z.int().check(z.positive()),
  op: z.enum(['edit', 'delete', 'react', 'unreact']),
  clientId,
  content: z.optional(content),
  metadata: z.optional(metadata),
})
export type ChangeBody = z.input<typeof changeBody>
