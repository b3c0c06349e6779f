import * as z from 'zod/mini'
import type { NotificationKind } from './notifications.ts'
import type { MailKind } from './outbox.ts'

/**
 * What a member may choose not to hear of, by the way in which it reaches them. The rest always comes: decisions on
 * one's own application, and whatever keeps an account safe.
 */
const adjustable = {
  app: [
    'activity.created',
    'activity.moved_up',
    'activity.changed',
    'activity.cancelled',
    'user.role_changed',
    'user.placed',
    'user.unmasked',
    'club.admin_changed',
    'user.registered',
    'group.invited',
    'call.missed',
  ],
  mail: ['activity.moved_up', 'activity.changed', 'activity.cancelled'],
} as const satisfies { app: readonly NotificationKind[]; mail: readonly MailKind[] }

export type Channel = keyof typeof adjustable
export const preferenceKinds = adjustable.app
export type PreferenceKind = (typeof preferenceKinds)[number]

/** Whether there is a choice at all. */
export function isAdjustable(channel: Channel, kind: string): boolean {
  return (adjustable[channel] as readonly string[]).includes(kind)
}

export const preference = z
  .strictObject({
    channel: z.enum(['app', 'mail']),
    kind: z.enum(preferenceKinds),
    isOn: z.boolean(),
  })
  .check(z.refine(({ channel, kind }) => isAdjustable(channel, kind)))
export type Preference = z.infer<typeof preference>
