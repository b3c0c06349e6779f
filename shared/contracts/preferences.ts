import * as z from 'zod/mini'
import {
  type Choice,
  type NotificationKind,
  notificationKinds,
  recordOf,
} from '#shared/notification-kinds.ts'
import type { MailKind } from './outbox.ts'

/** At the bell, by mail, and on devices while no page is open. */
export const channels = ['app', 'mail', 'push'] as const
export type Channel = (typeof channels)[number]

/** What only devices are told: on the page it is there by itself. */
const onDevicesOnly = {
  'message.received': { group: 'communication', label: 'Mesej baharu' },
  'call.ringing': { group: 'communication', label: 'Panggilan masuk' },
} as const satisfies Record<string, Choice>

export type PreferenceKind = NotificationKind | keyof typeof onDevicesOnly

const atBell = notificationKinds.filter(kind => recordOf(kind).choice !== null)

/** What a member may choose not to hear of. */
export const preferenceKinds: PreferenceKind[] = [
  ...(Object.keys(onDevicesOnly) as (keyof typeof onDevicesOnly)[]),
  ...atBell,
]

export function choiceOf(kind: PreferenceKind): Choice | null {
  return kind in onDevicesOnly
    ? onDevicesOnly[kind as keyof typeof onDevicesOnly]
    : recordOf(kind as NotificationKind).choice
}

/** Whether devices are told of it. Of a conversation that begins they are by its first message. */
export function isPushed(kind: PreferenceKind): boolean {
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
]
const adjustable: Record<Channel, readonly string[]> = {
  app: atBell,
  mail: mailed,
  push: preferenceKinds.filter(isPushed),
}

/** Whether there is a choice at all. */
export function isAdjustable(channel: Channel, kind: string): boolean {
  return adjustable[channel].includes(kind)
}

export const preference = z
  .strictObject({
    channel: z.enum(channels),
    kind: z.enum(preferenceKinds as [PreferenceKind, ...PreferenceKind[]]),
    isOn: z.boolean(),
  })
  .check(z.refine(({ channel, kind }) => isAdjustable(channel, kind)))
export type Preference = z.infer<typeof preference>
