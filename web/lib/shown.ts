// What pages and the worker do alike with what a device shows of us.
import type { PushSubscriptionBody, Shown } from '#shared/contracts/push.ts'

/** Takes away what was seen. */
export async function closeSeen(
  registration: ServiceWorkerRegistration,
  isSeen: (shown: Shown) => boolean,
): Promise<void> {
  for (const notification of await registration.getNotifications()) {
    const shown = notification.data as Shown | null
    if (shown && isSeen(shown)) notification.close()
  }
}

/** The number on the program's icon, where there is one. */
export async function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  // Refused where the program is not installed.
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

export function asBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** As the server takes it. */
export function bodyOf(subscription: PushSubscription): PushSubscriptionBody {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { applicationServerKey } = subscription.options
  return {
    endpoint: endpoint ?? '',
    p256dh: keys.p256dh ?? '',
    auth: keys.auth ?? '',
    key: applicationServerKey ? asBase64Url(applicationServerKey) : '',
  }
}
