import type { PushNotificationSubject } from '#shared/contracts/account/push.schemas.ts'
import { listNotifications } from '#shared/contracts/notifications/notifications.endpoints.ts'
import { setAppIconBadge } from '#web/lib/device/notifications.ts'
import { listShownNotifications } from '#web/lib/device/push-subscription.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { queryClient } from '#web/lib/query/query-client.ts'

interface UnseenState {
  /** Ids of chat groups with unread messages. */
  groups: number[]
  messages: number
  /** Number of unread notifications of the user. */
  notifications: number
  /** Ids of chat groups with a call in progress. */
  calls: number[]
}

/** Returns a function that tells whether a notification was read. An unlisted notification counts as unread. */
async function createReadNotificationCheck(unread: number): Promise<(id: number) => boolean> {
  if (unread === 0) return () => true
  const list = await queryClient.fetchQuery({ ...buildQueryOptions(listNotifications), staleTime: 0 })
  const read = new Set(list.filter(({ readAt }) => readAt).map(({ id }) => id))
  return id => read.has(id)
}

/** Closes system notifications about events that the user has already seen, on this or another device. */
export async function closeSeenNotifications({
  groups,
  messages,
  notifications,
  calls,
}: UnseenState): Promise<void> {
  await setAppIconBadge(messages + notifications)
  const shownNotifications = await listShownNotifications()
  const isNotificationShownAbout = (about: PushNotificationSubject['about']) =>
    shownNotifications.some(({ data }) => (data as PushNotificationSubject | null)?.about === about)
  const isRead = isNotificationShownAbout('notification')
    ? await createReadNotificationCheck(notifications)
    : () => false
  const isSeen: Record<PushNotificationSubject['about'], (id: number) => boolean> = {
    group: id => !groups.includes(id),
    call: id => !calls.includes(id),
    notification: isRead,
    // Notifications about the account ask the user to sign in, so they are closed as soon as the user has signed in.
    account: () => true,
  }
  for (const notification of shownNotifications) {
    const shown = notification.data as PushNotificationSubject | null
    if (shown && isSeen[shown.about](shown.id)) notification.close()
  }
}
