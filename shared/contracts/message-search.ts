import * as z from 'zod/mini'
import { message } from './chat.ts'
import { from, idParam, to } from './query.ts'
import { line } from './text.ts'

/** How far each group was looked through: its id and the place of the oldest message that was. */
const reached = z.pipe(
  z.string().check(z.maxLength(8000), z.regex(/^\d{1,9}:\d{1,9}(,\d{1,9}:\d{1,9})*$/)),
  z.transform(text => text.split(',').map(one => one.split(':').map(Number) as [number, number])),
)

/** Every word has to be in a message, as a whole or as a part of one. `reached`: goes on where an answer ended. */
export const messageSearchQuery = z.strictObject({
  search: line(100).check(z.minLength(1)),
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

/** The newest first. `reached`: there is more to look through, by asking with it; null: that was all. */
export const messageSearchAnswer = z.object({
  found: z.array(foundMessage),
  reached: z.nullable(z.string()),
})
export type MessageSearchAnswer = z.input<typeof messageSearchAnswer>
