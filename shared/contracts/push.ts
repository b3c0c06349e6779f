// What reaches a device while no page of ours is open.
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { isKnownZone } from '#shared/zones.ts'
import { instant } from './answers.ts'

export const mostPushDevices = 20

/** As a browser gives it, with the key of ours that it was made for. */
export const pushSubscription = z.strictObject({
  endpoint: z.url().check(z.maxLength(1000)),
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  key: z.string().check(z.maxLength(100)),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscription>

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

export const quietHours = z.strictObject({
  from: timeOfDay,
  to: timeOfDay,
  /** The person's own, such as Europe/London. */
  zone: z.string().check(z.maxLength(60), z.refine(isKnownZone)),
  /** Whether it does not ring either. */
  isForCalls: z.boolean(),
})
export type QuietHours = z.infer<typeof quietHours>

/** Null: none. */
export const quietHoursBody = z.strictObject({ quietHours: z.nullable(quietHours) })
export type QuietHoursBody = z.infer<typeof quietHoursBody>

const pushDevice = z.object({
  id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  isCurrent: z.boolean(),
  createdAt: instant,
  usedAt: z.nullable(instant),
})
/** As it travels: moments are text. */
export type PushDevice = z.input<typeof pushDevice>

export const pushState = z.object({
  /** Subscriptions are made for it. */
  key: z.string(),
  /** Names this sign-in: a device that was on in another one is made known again, one that is off in this one is not. */
  signIn: id,
  devices: z.array(pushDevice),
  quietHours: z.nullable(quietHours),
})

/** What a notification on a device is about, so that it can be taken away once it was seen elsewhere. */
export interface Shown {
  about: 'group' | 'call' | 'notification' | 'account'
  id: number
  /** Where a click leads. */
  url: string
  /** Of a call that rings: by which it can be declined without opening the program. */
  callId?: string
}

/** What is still to be seen; null where it is too much to name. What a device shows beyond it was seen elsewhere. */
export type Unseen = Partial<Record<Shown['about'], number[] | null>>

/** What is sealed and sent to a device. */
export interface PushMessage extends Shown {
  /** One thing is one notification: what comes later about it takes its place. */
  tag: string
  title: string
  body: string
  unseen: Unseen
  /** Makes no sound, whatever it is about. */
  isQuiet?: boolean
  /** For the program's icon. */
  count: number
}
