// Notification and push functions that both pages and the service worker use.
import type { PushNotificationSubject, PushSubscriptionBody } from '#shared/contracts/account/push.schemas.ts'

/** Closes the shown system notifications for which `isSeen` returns true. */
export async function closeNotifications(
  registration: ServiceWorkerRegistration,
  isSeen: (shown: PushNotificationSubject) => boolean,
): Promise<void> {
  for (const notification of await registration.getNotifications()) {
    const shown = notification.data as PushNotificationSubject | null
    if (shown && isSeen(shown)) notification.close()
  }
}

/** Sets the number on the app's icon; 0 removes the number. */
export async function setAppIconBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  // Browsers refuse a number on the icon when the app is not installed.
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

export function encodeBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Converts a push subscription into the request body that the server expects. */
export function buildPushSubscriptionBody(subscription: PushSubscription): PushSubscriptionBody {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { applicationServerKey } = subscription.options
  return {
    endpoint: endpoint ?? '',
    p256dh: keys.p256dh ?? '',
    auth: keys.auth ?? '',
    key: applicationServerKey ? encodeBase64Url(applicationServerKey) : '',
  }
}
