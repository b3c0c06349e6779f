import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { notificationKinds } from '#shared/notification-kinds.ts'
import { instant } from './answers.ts'
import { idParam, queryNumber } from './query.ts'

export const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  /** Whom or what it is about: a person's name, an activity's title, a club's name; of a hidden message the reason. */
  subject: z.nullable(z.string()),
  subjectId: z.nullable(id),
  readAt: z.nullable(instant),
  createdAt: instant,
})
/** As it travels: moments are text. */
export type Notification = z.input<typeof notification>

/** Newest first; `before`: those older than the one with this id; `show`: only those that were not read. */
export const notificationsQuery = z.strictObject({
  before: z.optional(idParam),
  limit: z._default(queryNumber(1, 50), 30),
  show: z.optional(z.enum(['unread'])),
})
export type NotificationsQuery = z.output<typeof notificationsQuery>

/** Without ids: all of them. */
export const readBody = z.strictObject({ ids: z.optional(z.array(id).check(z.maxLength(200))) })
export type ReadBody = z.infer<typeof readBody>
