import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'

export const calendarFeed = z.object({
  id: z.uuid(),
  /** Null: what one has joined. */
  clubId: z.nullable(id),
  clubName: z.nullable(z.string()),
  /** For a calendar to subscribe to; whoever has it can read what it leads to. */
  url: z.string(),
  createdAt: instant,
})
export type CalendarFeed = z.input<typeof calendarFeed>

export const newFeedBody = z.strictObject({ clubId: z.optional(z.nullable(id)) })
export const feedParams = z.object({ id: z.uuid() })
export const feedAddress = z.object({
  id: z.uuid(),
  proof: z.string().check(z.regex(/^[\w-]{1,60}(\.ics)?$/)),
})
