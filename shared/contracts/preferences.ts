import * as z from 'zod/mini'
import { type NotificationKind, notificationKinds, recordOf } from '#shared/notification-kinds.ts'
import type { MailKind } from './outbox.ts'

export type Channel = 'app' | 'mail'
/** What a member may choose not to hear of, at the bell and so far as it is mailed at all. */
export const preferenceKinds = notificationKinds.filter(kind => recordOf(kind).choice !== null)
const mailed: readonly MailKind[] = ['activity.moved_up', 'activity.changed', 'activity.cancelled']

/** Whether there is a choice at all. */
export function isAdjustable(channel: Channel, kind: string): boolean {
  const kinds: readonly string[] = channel === 'app' ? preferenceKinds : mailed
  return kinds.includes(kind)
}

export const preference = z
  .strictObject({
    channel: z.enum(['app', 'mail']),
    kind: z.enum(preferenceKinds as [NotificationKind, ...NotificationKind[]]),
    isOn: z.boolean(),
  })
  .check(z.refine(({ channel, kind }) => isAdjustable(channel, kind)))
export type Preference = z.infer<typeof preference>
