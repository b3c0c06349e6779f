// Subscribes this browser to push notifications and unsubscribes it.
// The browser stores who enabled push notifications, so that the next user of the same browser is asked again.
import { readPush, turnPushOn } from '#shared/contracts/account/push.endpoints.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import {
  buildPushSubscriptionBody,
  closeNotifications,
  encodeBase64Url,
  setAppIconBadge,
} from './notifications.ts'

const storageKey = 'perantau-push'

/** User and session for which push notifications were enabled in this browser. */
interface EnabledPush {
  userId: number
  signIn: number
}

function readEnabledPush(): EnabledPush | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}

function saveEnabledPush(enabled: EnabledPush | null): void {
  try {
    if (enabled === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(enabled))
  } catch {
    // Without local storage, the user must enable push notifications again after the next sign-in.
  }
}

/** Returns true if the user enabled push notifications in this browser. */
export function isPushEnabled(userId: number): boolean {
  return readEnabledPush()?.userId === userId
}

/** Whether the browser supports web push. `install`: only after the app is on the home screen, as on iOS. */
export type PushSupport = 'ready' | 'blocked' | 'install' | 'none'

export function getPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator)) return 'none'
  if (!('PushManager' in window && 'Notification' in window)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'none'
  }
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

async function findServiceWorkerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  return (await navigator.serviceWorker.getRegistration()) && navigator.serviceWorker.ready
}

/** Returns the browser's push subscription for the server's current public key. */
async function subscribeToPush(
  registration: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  const current = await registration.pushManager.getSubscription()
  const { applicationServerKey } = current?.options ?? {}
  if (current && applicationServerKey && encodeBase64Url(applicationServerKey) === key) return current
  await current?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Asks for permission to show notifications, after a click. Returns false if the user refused. */
export async function enablePush(userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await findServiceWorkerRegistration()
  if (!registration) return false
  const { key, signIn } = await queryClient.fetchQuery({ ...buildQueryOptions(readPush), staleTime: 0 })
  const subscription = await subscribeToPush(registration, key)
  await callEndpoint(turnPushOn, { body: buildPushSubscriptionBody(subscription) })
  saveEnabledPush({ userId, signIn })
  return true
}

/** Unsubscribes this browser from push and closes its notifications. Sends no request to the server. */
export async function disablePush(): Promise<void> {
  saveEnabledPush(null)
  const registration = await findServiceWorkerRegistration()
  if (!registration) return
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
  await closeNotifications(registration, () => true)
  await setAppIconBadge(0)
}

/**
 * Registers the push subscription again after a new sign-in, or after the endpoint or the server's key has changed.
 * Runs at every start. If nothing changed but the server no longer lists this browser, push was disabled on another
 * device and is now disabled here.
 */
export async function renewPushSubscription(userId: number): Promise<void> {
  if (!isPushEnabled(userId) || getPushSupport() !== 'ready' || Notification.permission !== 'granted') return
  const registration = await findServiceWorkerRegistration()
  if (!registration) return
  const { key, signIn, devices } = await queryClient.fetchQuery(buildQueryOptions(readPush))
  const current = await registration.pushManager.getSubscription()
  const subscription = await subscribeToPush(registration, key)
  const isSame = subscription.endpoint === current?.endpoint && readEnabledPush()?.signIn === signIn
  if (isSame && devices.some(({ isCurrent }) => isCurrent)) return
  if (isSame) return disablePush()
  await callEndpoint(turnPushOn, { body: buildPushSubscriptionBody(subscription) })
  saveEnabledPush({ userId, signIn })
}

/** Returns the notifications of this app that the device is showing. */
export async function listShownNotifications(): Promise<Notification[]> {
  return (await (await findServiceWorkerRegistration())?.getNotifications()) ?? []
}
