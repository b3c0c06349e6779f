// Parts of a chat message besides its text: reply, attached file, mentions, and changes of an earlier message.
// Encrypted groups encrypt and sign reply, file and mentions with the text. Other groups store them as metadata.
import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { deviceId } from './encrypted-message.ts'
import { digest } from './signed-text.ts'

const position = z.int().check(z.positive())

/** Maximum number of mentioned users in one message. */
export const maxMentions = 50
/** User id that stands for mentioning everybody in the group. */
export const mentionEveryone = 0

/**
 * Signed details of the original message. Every edit or deletion of the message contains a copy of these
 * details.
 */
const was = z.object({
  at: z.int(),
  dev: deviceId,
  n: position,
  headSeq: z.int(),
  count: z.optional(z.object({ c: z.int(), void: z.array(z.int()), vault: z.int() })),
  /** Hash of the signed original message; edits and deletions in message formats before version 4 have none. */
  hash: z.optional(digest),
})

/**
 * Maximum number of earlier edits, deletions and reactions of the sending device that an encrypted message
 * announces.
 */
export const maxAnnouncedChanges = 20

/**
 * Change of a message that the announcing device has made, so that readers notice when the server withholds it.
 * `of` and `by` are client id and sender of the changed message. `k` counts the changes that one user made to the
 * text of the message, or the reactions of one user to it.
 */
const announcedChange = z.object({
  of: z.string(),
  by: z.int(),
  k: z.int().check(z.positive()),
  isReaction: z.optional(z.literal(true)),
})
export type AnnouncedChange = z.infer<typeof announcedChange>

/** Small placeholder image (data URL of some hundred bytes), shown until the attached picture has loaded. */
const tinyPicture = z
  .string()
  .check(z.regex(/^data:image\/(webp|jpeg|png);base64,[A-Za-z0-9+/=]+$/), z.maxLength(1500))
const side = z.int().check(z.positive(), z.maximum(20_000))

/** File attached to a message. In plaintext groups the server adds name, type and size. */
export const attachedFile = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'document', 'voice']),
  name: z.string().check(z.maxLength(200)),
  type: z.string().check(z.maxLength(100)),
  size: z.int().check(z.minimum(0)),
  width: z.optional(side),
  height: z.optional(side),
  /** Duration of a voice message in seconds. */
  seconds: z.optional(z.number().check(z.minimum(0), z.maximum(3600))),
  /**
   * Whether the message has a text besides the file. Otherwise the text is the file name, for clients of old releases.
   */
  hasWords: z.optional(z.boolean()),
  preview: z.optional(tinyPicture),
  /** Decryption key and hash of the file, if the file is attached in an encrypted group. */
  seal: z.optional(z.object({ key: digest, hash: digest })),
})
export type AttachedFile = z.infer<typeof attachedFile>

const extra = z.object({
  /**
   * Message that this message replies to. The sequence number only helps to find it. From message version 4 on,
   * client id, sender and hash identify it, and `rev` is the number of its changes when the reply was written.
   */
  reply: z.optional(
    z.object({
      seq: position,
      id: z.optional(z.string()),
      by: z.optional(z.int()),
      hash: z.optional(digest),
      rev: z.optional(z.int()),
    }),
  ),
  file: z.optional(attachedFile),
  /** User ids of the mentioned group members, or `mentionEveryone` for all members. */
  mentions: z.optional(z.array(z.union([id, z.literal(mentionEveryone)])).check(z.maxLength(maxMentions))),
  /**
   * Texts of the mentions in the message, such as @Ali. An empty text is not allowed, because it would match
   * everywhere.
   */
  called: z.optional(
    z.array(z.string().check(z.regex(/^@./u), z.maxLength(200))).check(z.maxLength(maxMentions)),
  ),
  /**
   * Change to an earlier message: `of` is the client id of that message, `by` its sender, `hash` its hash. `k` numbers
   * the changes to the text of the message, or the reactions of one user to it, from 1.
   */
  change: z.optional(
    z.object({
      op: z.enum(['edit', 'delete', 'react', 'unreact', 'pin']),
      of: z.string(),
      by: z.int(),
      hash: z.optional(digest),
      k: z.optional(z.int().check(z.positive())),
      was: z.optional(was),
    }),
  ),
  /** Edits, deletions and reactions that the sending device has made since its previous message. */
  made: z.optional(z.array(announcedChange).check(z.maxLength(maxAnnouncedChanges))),
})
export type MessageMetadata = z.infer<typeof extra>

/** Parses reply, file, mentions and change of a chat message. Malformed input gives an empty object. */
export function parseMessageMetadata(from: unknown): MessageMetadata {
  try {
    return extra.parse(typeof from === 'string' ? JSON.parse(from) : (from ?? {}))
  } catch {
    return {}
  }
}
