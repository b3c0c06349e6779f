import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { countUnreadNotifications } from '#shared/contracts/notifications/notifications.endpoints.ts'
import { isInternalRedirectTarget } from '#shared/paths.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

/** Whether to load the code for push notifications, which is needed only after the user has allowed notifications. */
const isTargetUrlAllowed = () =>
  'serviceWorker' in navigator && globalThis.Notification?.permission === 'granted'

/** Opens the URL of a clicked notification in the page and confirms this to the service worker. */
function handleNotificationClicks(goTo: (url: string) => void): () => void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const handleMessage = ({ data, ports }: MessageEvent) => {
    if (data?.type !== 'go-to' || !isInternalRedirectTarget(data.url)) return
    ports[0]?.postMessage('taken')
    goTo(data.url)
  }
  worker?.addEventListener('message', handleMessage)
  return () => worker?.removeEventListener('message', handleMessage)
}

/** Keeps the push subscription registered, and closes notifications that the user has already seen. */
export function usePushNotifications(userId: number, groups: GroupRow[] | undefined, running: Call[]): void {
  const { history } = useRouter()
  useEffect(() => handleNotificationClicks(url => history.push(url)), [history])
  useEffect(() => {
    // If the push subscription cannot be renewed, for example without a network, the next app start tries again.
    if (isTargetUrlAllowed())
      void import('#web/lib/device/push-subscription.ts')
        .then(({ renewPushSubscription: keepPush }) => keepPush(userId))
        .catch(() => {})
  }, [userId])
  const notifications = useQuery(buildQueryOptions(countUnreadNotifications)).data?.count
  useEffect(() => {
    if (!groups || notifications === undefined || !isTargetUrlAllowed()) return
    const unread = groups.filter(({ unreadCount }) => unreadCount > 0)
    const unseen = {
      groups: unread.map(({ id }) => id),
      messages: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
      notifications,
      calls: running.map(({ groupId }) => groupId),
    }
    void import('./close-seen-notifications.ts')
      .then(({ closeSeenNotifications: tidyShown }) => tidyShown(unseen))
      .catch(() => {})
  }, [groups, notifications, running])
}
