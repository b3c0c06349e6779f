import * as z from 'zod/mini'
import { from, idParam, to } from '#shared/fields/query-parameters.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { message } from './chat.schemas.ts'

/** Position of a message search: pairs of group id and sequence number of the oldest message searched so far. */
const reached = z.pipe(
  z.string().check(z.maxLength(8000), z.regex(/^\d{1,9}:\d{1,9}(,\d{1,9}:\d{1,9})*$/)),
  z.transform(text => text.split(',').map(pair => pair.split(':').map(Number) as [number, number])),
)

/**
 * Message search. A message is found if it contains every search word. `reached` continues the search where the
 * previous response ended.
 */
export const messageSearchQuery = z.strictObject({
  search: buildSingleLineTextSchema(100).check(z.minLength(1)),
  groupId: z.optional(idParam),
  senderId: z.optional(idParam),
  from,
  to,
  reached: z.optional(reached),
})
export type MessageSearchQuery = z.output<typeof messageSearchQuery>

const foundMessage = z.pick(message, {
  groupId: true,
  seq: true,
  senderId: true,
  sender: true,
  content: true,
  createdAt: true,
})

/**
 * Found messages, newest first. `reached` is the position for the next request; null when all messages have been
 * searched.
 */
export const messageSearchResponse = z.object({
  found: z.array(foundMessage),
  reached: z.nullable(z.string()),
})
export type MessageSearchResponse = z.input<typeof messageSearchResponse>
