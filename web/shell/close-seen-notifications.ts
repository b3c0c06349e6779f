import type { PushNotificationSubject } from '#shared/contracts/account/push.schemas.ts'
import { listNotifications } from '#shared/contracts/notifications/notifications.endpoints.ts'
import { setIconBadge } from '#web/lib/device/notifications.ts'
import { listShownNotifications } from '#web/lib/device/push-subscription.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { queryClient } from '#web/lib/query/query-client.ts'

interface UnseenState {
  /** Chat groups with unread messages. */
  groups: number[]
  messages: number
  /** Number of unread notifications. */
  notifications: number
  /** Chat groups with a call in progress. */
  calls: number[]
}

/** Returns a function that tells whether a notification was read. Those missing in the list count as unread. */
async function createReadCheck(unread: number): Promise<(id: number) => boolean> {
  if (unread === 0) return () => true
  const list = await queryClient.fetchQuery({ ...buildQueryOptions(listNotifications), staleTime: 0 })
  const read = new Set(list.filter(({ readAt }) => readAt).map(({ id }) => id))
  return id => read.has(id)
}

/** Closes system notifications about things the user has already seen, here or on another device. */
export async function closeSeenNotifications({
  groups,
  messages,
  notifications,
  calls,
}: UnseenState): Promise<void> {
  await setIconBadge(messages + notifications)
  const shownNotifications = await listShownNotifications()
  const hasAbout = (about: PushNotificationSubject['about']) =>
    shownNotifications.some(({ data }) => (data as PushNotificationSubject | null)?.about === about)
  const isRead = hasAbout('notification') ? await createReadCheck(notifications) : () => false
  const isSeen: Record<PushNotificationSubject['about'], (id: number) => boolean> = {
    group: id => !groups.includes(id),
    call: id => !calls.includes(id),
    notification: isRead,
    // A notification about the account only asks the user to sign in, and the user is signed in now.
    account: () => true,
  }
  for (const notification of shownNotifications) {
    const shown = notification.data as PushNotificationSubject | null
    if (shown && isSeen[shown.about](shown.id)) notification.close()
  }
}
