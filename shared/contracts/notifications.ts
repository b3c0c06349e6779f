import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'

/** Everything a person can be told about, each with the place it leads to. */
export const notificationKinds = [
  'user.registered',
  'user.approved',
  'user.role_changed',
  'user.placed',
  'user.unmasked',
  'activity.created',
  'activity.moved_up',
  'activity.changed',
  'activity.cancelled',
  'club.admin_changed',
  'group.invited',
  'call.missed',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  /** Whom or what it is about: a person's name, an activity's title, a club's name. */
  subject: z.nullable(z.string()),
  subjectId: z.nullable(id),
  readAt: z.nullable(instant),
  createdAt: instant,
})
/** As it travels: moments are text. */
export type Notification = z.input<typeof notification>

/** Without ids: all of them. */
export const readBody = z.strictObject({ ids: z.optional(z.array(id).check(z.maxLength(200))) })
export type ReadBody = z.infer<typeof readBody>
