import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'

export const calendarFeed = z.object({
  id: z.uuid(),
  /** Club whose activities the calendar feed contains; null for the activities that the user joined. */
  clubId: z.nullable(id),
  clubName: z.nullable(z.string()),
  /** Secret URL of a calendar feed. Anybody who knows the URL can read the feed. */
  url: z.string(),
  createdAt: instant,
})
export type CalendarFeed = z.input<typeof calendarFeed>

export const newFeedBody = z.strictObject({ clubId: z.optional(z.nullable(id)) })
export const feedParams = z.object({ id: z.uuid() })
export const feedUrlParams = z.object({
  id: z.uuid(),
  proof: z.string().check(z.regex(/^[\w-]{1,60}(\.ics)?$/)),
})
