import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { countUnread } from '#shared/contracts/notifications.endpoints.ts'
import { isOwnPath } from '#shared/paths.ts'
import { query } from '#web/lib/api.ts'

/** Whoever never allowed notifications does not load what handles them. */
const isAllowed = () => 'serviceWorker' in navigator && globalThis.Notification?.permission === 'granted'

/** A click on what a device shows leads there without loading the page anew; the worker hears that it does. */
function followClicks(goTo: (url: string) => void): () => void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const hear = ({ data, ports }: MessageEvent) => {
    if (data?.type !== 'go-to' || !isOwnPath(data.url)) return
    ports[0]?.postMessage('taken')
    goTo(data.url)
  }
  worker?.addEventListener('message', hear)
  return () => worker?.removeEventListener('message', hear)
}

/** While the shell is open: the device stays known to the server, and shows no more than is still to be seen. */
export function usePushes(userId: number, groups: GroupRow[] | undefined, running: Call[]): void {
  const { history } = useRouter()
  useEffect(() => followClicks(url => history.push(url)), [history])
  useEffect(() => {
    // Without a network it is tried again at the next start.
    if (isAllowed()) void import('#web/lib/push.ts').then(({ keepPush }) => keepPush(userId)).catch(() => {})
  }, [userId])
  const notifications = useQuery(query(countUnread)).data?.count
  useEffect(() => {
    if (!groups || notifications === undefined || !isAllowed()) return
    const unread = groups.filter(({ unreadCount }) => unreadCount > 0)
    const toSee = {
      groups: unread.map(({ id }) => id),
      messages: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
      notifications,
      calls: running.map(({ groupId }) => groupId),
    }
    void import('./follow-seen.ts').then(({ tidyShown }) => tidyShown(toSee)).catch(() => {})
  }, [groups, notifications, running])
}
