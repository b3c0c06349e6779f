// Push notifications, which reach a device while no page of the application is open.
import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'
import type { TextLanguage } from '#shared/language/languages.ts'
import { isSupportedTimeZone } from '#shared/time/time-zones.ts'

/** Maximum number of devices with push notifications per user. */
export const maxPushDevices = 20

/**
 * Push subscription of a browser, with the server's VAPID public key for which the browser created the subscription.
 */
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
  /** Time zone of the user's quiet hours, such as Europe/London. */
  zone: z.string().check(z.maxLength(60), z.refine(isSupportedTimeZone)),
  /** Whether the user's quiet hours also silence incoming calls. */
  isForCalls: z.boolean(),
})
export type QuietHours = z.infer<typeof quietHours>

/** New quiet hours of the user; null turns them off. */
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
/** Device that receives push notifications, as JSON: timestamps are ISO strings. */
export type PushDevice = z.input<typeof pushDevice>

export const pushState = z.object({
  /** Public key (VAPID) with which browsers create new push subscriptions. */
  key: z.string(),
  /** Id of the current session. A browser that subscribed to push in an earlier session must subscribe again. */
  signIn: id,
  devices: z.array(pushDevice),
  quietHours: z.nullable(quietHours),
})

/**
 * Type and id of the record that a push notification is about. Devices close notifications about records already seen.
 */
export interface PushNotificationSubject {
  about: 'group' | 'call' | 'notification' | 'account'
  id: number
  /** URL of the page that a click on the push notification opens. */
  url: string
  /** Id of a ringing call, by which the notification can decline the call without opening the application. */
  callId?: string
}

/**
 * Ids of the records that the user has not seen yet, by type; null when there are too many. Devices close notifications
 * about all other records.
 */
export type UnseenSubjects = Partial<Record<PushNotificationSubject['about'], number[] | null>>

/** Content of a push notification, encrypted for the device. */
export interface PushMessage extends PushNotificationSubject {
  /** Tag of the push notification. A later notification with the same tag replaces it. */
  tag: string
  title: string
  body: string
  unseen: UnseenSubjects
  /** Language of the push notification. Servers of earlier releases sent no language and wrote Malay. */
  language?: TextLanguage
  /** Whether the push notification makes no sound. */
  isQuiet?: boolean
  /** Number that the badge on the application's icon shows. */
  count: number
}
