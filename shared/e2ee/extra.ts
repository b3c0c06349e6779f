// What goes with the words of a message: in an encrypted group sealed and signed with them, elsewhere in its metadata.
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { deviceId } from './sealed.ts'
import { digest } from './signed.ts'

const place = z.int().check(z.positive())

/** As many people as one message can call on. */
export const mostMentions = 50
/** In place of a person: everybody in the group. */
export const everybody = 0

/** What the signature over a message said that another one takes the place of: by it others are still counted. */
const was = z.object({
  at: z.int(),
  dev: deviceId,
  n: place,
  headSeq: z.int(),
  count: z.optional(z.object({ c: z.int(), void: z.array(z.int()), vault: z.int() })),
})

/** Of a picture some hundred bytes, to show what is coming. */
const tinyPicture = z
  .string()
  .check(z.regex(/^data:image\/(webp|jpeg|png);base64,[A-Za-z0-9+/=]+$/), z.maxLength(1500))
const side = z.int().check(z.positive(), z.maximum(20_000))

/** What goes with a message. Where nothing is sealed, name, type and size are the server's word. */
export const attachedFile = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'document', 'voice']),
  name: z.string().check(z.maxLength(200)),
  type: z.string().check(z.maxLength(100)),
  size: z.int().check(z.minimum(0)),
  width: z.optional(side),
  height: z.optional(side),
  /** How long a voice speaks. */
  seconds: z.optional(z.number().check(z.minimum(0), z.maximum(3600))),
  /** Left out: the words of the message only name the file, for whoever cannot show it. */
  hasWords: z.optional(z.boolean()),
  preview: z.optional(tinyPicture),
  /** In an encrypted group: what opens it, and by which it is known. */
  seal: z.optional(z.object({ key: digest, hash: digest })),
})
export type AttachedFile = z.infer<typeof attachedFile>

const extra = z.object({
  /** The place of the message that this one answers. */
  reply: z.optional(z.object({ seq: place })),
  file: z.optional(attachedFile),
  /** Ids of people of the group, or `everybody`. */
  mentions: z.optional(z.array(z.union([id, z.literal(everybody)])).check(z.maxLength(mostMentions))),
  /** How they are called in the words; never nothing, which would stand between any two letters. */
  called: z.optional(
    z.array(z.string().check(z.regex(/^@./u), z.maxLength(200))).check(z.maxLength(mostMentions)),
  ),
  /** Not said, but done to the message of this client id; `by` its sender. */
  change: z.optional(
    z.object({ op: z.enum(['edit', 'delete', 'react']), of: z.string(), by: z.int(), was: z.optional(was) }),
  ),
})
export type Extra = z.infer<typeof extra>

/** Whatever is not understood is left out: others may write what they like. */
export function readExtra(from: unknown): Extra {
  try {
    return extra.parse(typeof from === 'string' ? JSON.parse(from) : (from ?? {}))
  } catch {
    return {}
  }
}
