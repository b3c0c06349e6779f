import * as z from 'zod/mini'
import type { MailKind } from '#shared/contracts/outbox/outbox.schemas.ts'
import {
  type AdjustableNotificationKind,
  canTurnOffNotificationKind,
  isNotificationKind,
  type NotificationGroup,
  type NotificationKind,
  notificationKinds,
  notificationRecords,
} from '#shared/notification-kinds.ts'

/** Notification channels: in the application, by email, and as push notification. */
export const channels = ['app', 'mail', 'push'] as const
export type Channel = (typeof channels)[number]

/** Notification kinds that are sent only as push notifications, because a page that is open shows the event itself. */
const pushOnlyKinds = ['message.received', 'call.ringing'] as const
type PushOnlyKind = (typeof pushOnlyKinds)[number]

export type PreferenceKind = AdjustableNotificationKind | PushOnlyKind

const adjustableInApp = notificationKinds.filter(canTurnOffNotificationKind)

/** Notification kinds that users can turn off. */
export const preferenceKinds: PreferenceKind[] = [...pushOnlyKinds, ...adjustableInApp]

/** Returns the heading below which the notification settings list a kind of notification. */
export function getSettingsGroupOfNotificationKind(kind: PreferenceKind): NotificationGroup {
  return isNotificationKind(kind) ? notificationRecords[kind].choice : 'communication'
}

/**
 * Whether a kind of notification is also sent by push. The kind `group.invited` is not, because the first
 * message of the new chat is sent by push.
 */
export function isNotificationSentByPush(kind: NotificationKind | PushOnlyKind): boolean {
  return kind !== 'group.invited'
}

const mailed: readonly MailKind[] = [
  'activity.moved_up',
  'activity.changed',
  'activity.cancelled',
  'activity.reminder_day',
  'activity.reminder_hour',
  'announcement.sent',
  'announcement.reminder',
  'fee.reminder',
]
const adjustable: Record<Channel, readonly string[]> = {
  app: adjustableInApp,
  mail: mailed,
  push: preferenceKinds.filter(isNotificationSentByPush),
}

/** Whether users can turn off a kind of notification on a channel (in the application, by email, or push). */
export function canTurnOffNotificationOnChannel(channel: Channel, kind: string): boolean {
  return adjustable[channel].includes(kind)
}

export const preference = z
  .strictObject({
    channel: z.enum(channels),
    kind: z.enum(preferenceKinds as [PreferenceKind, ...PreferenceKind[]]),
    isOn: z.boolean(),
  })
  .check(z.refine(({ channel, kind }) => canTurnOffNotificationOnChannel(channel, kind)))
export type Preference = z.infer<typeof preference>
