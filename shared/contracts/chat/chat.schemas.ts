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

/** Maximum number of members of a custom chat group, including its owner. */
export const maxGroupMembers = 500
/** Maximum length of an unencrypted chat message in characters. */
export const maxMessageLength = 4000
/** Maximum size of a chat message's metadata in bytes. */
const largestMetadata = 8192

const seq = z.int().check(z.minimum(0))
/** Minutes after sending during which the sender may edit a chat message. */
export const editMinutes = 15
/** Maximum number of reactions listed with a message, newest first. `reactionCount` counts all reactions. */
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

/** Reaction to a message. A user has at most one per message. In an encrypted group `content` is ciphertext. */
const reaction = z.object({ userId: id, fullName: z.string(), ...sealedWords.shape })
export type Reaction = z.infer<typeof reaction>

/**
 * Signed pin of a message in an encrypted group: the user who pinned the message, and the encrypted text that names the
 * message.
 */
const pinSeal = z.object({ by: id, ...sealedWords.shape })
export type PinSeal = z.infer<typeof pinSeal>

/** Sender of a message. After the account was erased, the name says "former member". */
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
  /** Whether a moderator has hidden the message. A hidden message keeps its position but has no content. */
  isHidden: z.boolean(),
  /** Metadata that the client attached to the message. The server stores it without interpreting it. */
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  createdAt: instant,
  /** Time of the sender's last edit of the message. Earlier versions of the text are not kept. */
  editedAt: z.nullable(instant),
  /** Whether the sender has deleted the message. A deleted message keeps its position but has no content. */
  isDeleted: z.boolean(),
  /** Encrypted edit or deletion that the sender of the message made; only in an encrypted group. */
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

/** Message in an API response. Socket events lack `isRead`, because all members of a group get the same event. */
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

/** Newest call of a chat group. Lists show the call instead of the last message when the call is newer. */
const lastCall = z.object({
  startedBy: id,
  startedAt: instant,
  isAudioOnly: z.boolean(),
  /** Whether the newest call of the chat group ended unanswered. */
  isMissed: z.boolean(),
})

export const groupRow = z.object({
  id,
  /** Name of the chat group; in a direct conversation the name of the other user. */
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
  /** Whether the chat group is open. In a closed group nobody can send messages, but members can read and leave. */
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
  /** End of muting. Until this time the caller gets no notifications of the group. */
  mutedUntil: z.nullable(instant),
  isPinned: z.boolean(),
  /** Sequence numbers of the chat group's pinned messages, newest pin first. */
  pins: z.array(seq),
  /** Signatures of the pinned messages, in the order of `pins`. Null for an unsigned pin of an earlier release. */
  pinSeals: z.optional(z.array(z.nullable(pinSeal))),
  /** Whether the caller may manage the group, by a role in the group or as administrator of its club or country. */
  mayRun: z.boolean(),
  /** Number of the caller's own messages after `lastReadSeq`, which do not count as unread. */
  ownUnread: z.int(),
  /** Number of unread messages: lastSeq minus lastReadSeq minus ownUnread; 0 in a closed group. */
  unreadCount: z.int(),
  lastMessage: z.nullable(lastMessage),
  lastCall: z.nullable(lastCall),
  /** Whether the caller has blocked the other user of the direct conversation. */
  isBlocked: z.boolean(),
  /** Other user of a direct conversation; null in other chat groups. */
  peer: z.nullable(personSummary),
})
/** Chat group as JSON: timestamps are ISO strings. */
export type GroupRow = z.input<typeof groupRow>

/** Query for pages of chat groups. `after` limits the page to groups with a higher id; 0 for the first page. */
export const groupsQuery = z.strictObject({ after: z.optional(buildQueryNumberSchema(0, 999_999_999)) })
export type GroupsQuery = z.output<typeof groupsQuery>

export const groupParams = z.object({ id: idParam })

const name = buildSingleLineTextSchema(100).check(z.minLength(1, { error: () => groupFieldErrors.name }))
const ids = z
  .array(id)
  .check(z.minLength(1, { error: () => groupFieldErrors.nobodyChosen }), z.maxLength(maxGroupMembers))

/** Request to create a chat group with a name or, if `direct` is true, a direct message with one user. */
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

/** Renames, closes or reopens a chat group. */
export const groupBody = z
  .strictObject({ name: z.optional(name), isActive: z.optional(z.boolean()) })
  .check(z.refine(({ name, isActive }) => name !== undefined || isActive !== undefined))
export type GroupBody = z.output<typeof groupBody>

/** Maximum number of pinned messages per chat group. */
export const maxPinnedMessages = 3
export const muteDurations = ['hour', 'eight-hours', 'always'] as const
export type MuteDuration = (typeof muteDurations)[number]

/** The caller's personal settings for a chat group, such as muting. Omitted fields keep their values. */
export const groupSettingsBody = z
  .strictObject({ mute: z.optional(z.nullable(z.enum(muteDurations))), isPinned: z.optional(z.boolean()) })
  .check(z.refine(({ mute, isPinned }) => mute !== undefined || isPinned !== undefined))
export type GroupSettingsBody = z.output<typeof groupSettingsBody>

export const memberParams = z.object({ id: idParam, userId: idParam })
/** New role of a member in a chat group. The owner's role cannot be changed. */
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

/** Maximum number of members of a group that has read receipts and typing indicators. */
export const maxReceiptGroupSize = 50
/** Read receipt of a member. Groups above the size limit have no read receipts. */
export const memberRead = z.object({ userId: id, lastReadSeq: seq })
export type MemberRead = z.infer<typeof memberRead>

/** Read position of the caller in a chat group. The server never decreases it and limits it to the last message. */
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

/** Whether a message is within its length limit, which is higher for an encrypted message. */
function isMessageShortEnough(text: string): boolean {
  return (
    text.length <= maxMessageLength ||
    (text.length <= maxEncryptedLength && encryptedContentPattern.test(text))
  )
}

/** Message text, which is stored unchanged. The server checks only that it is not empty and not too long. */
const content = z.string().check(
  z.refine(isMessageShortEnough, {
    error: () => validationText.messageTooLong({ maximum: maxMessageLength }),
  }),
  z.refine(text => text.trim() !== '', { error: () => validationText.message }),
)

/** Message id that the client generates, so that a retry after a lost connection creates no duplicate. */
const clientId = z.string().check(z.regex(/^[\w-]{1,64}$/))

function isMetadataSmallEnough(value: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= largestMetadata
}

const metadata = z.nullable(z.record(z.string(), z.unknown()).check(z.refine(isMetadataSmallEnough)))

/** New message. Only content and group are required. `senderId`, if present, must match the session. */
export const newMessage = z.object({
  groupId: id,
  content,
  senderId: z.optional(id),
  messageType: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)), 'text'),
  clientId: z.optional(clientId),
  metadata: z.optional(metadata),
})
/** New message as a client sends it to the server. */
export type NewMessage = z.input<typeof newMessage>

/** Request to pin or unpin a message. In an encrypted group it is signed and contains id and hash of the message. */
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
