import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { notificationKinds } from '#shared/notification-kinds.ts'

export const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  /**
   * Name of the person, activity or club that the notification is about; for a hidden message the reason for hiding.
   */
  subject: z.nullable(z.string()),
  subjectId: z.nullable(id),
  readAt: z.nullable(instant),
  createdAt: instant,
})
/** Notification as JSON: timestamps are ISO strings. */
export type Notification = z.input<typeof notification>

/**
 * Page of notifications, newest first. `before` is the id of the last notification on the previous page; `show` filters
 * unread ones.
 */
export const notificationsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 50), 30),
  show: z.optional(z.enum(['unread'])),
})
export type NotificationsQuery = z.output<typeof notificationsQuery>

/** Marks the listed notifications as read, or all notifications when `ids` is omitted. */
export const readBody = z.strictObject({ ids: z.optional(z.array(id).check(z.maxLength(200))) })
export type ReadBody = z.infer<typeof readBody>
