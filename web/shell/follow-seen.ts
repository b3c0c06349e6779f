import { listNotifications } from '#shared/contracts/notifications.endpoints.ts'
import type { Shown } from '#shared/contracts/push.ts'
import { query } from '#web/lib/api.ts'
import { findShown } from '#web/lib/push.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { setBadge } from '#web/lib/shown.ts'

interface ToSee {
  /** Unread. */
  groups: number[]
  messages: number
  /** At the bell. */
  notifications: number
  /** The groups in which a call is going on. */
  calls: number[]
}

/** Of the newest, which is all that is listed; what is older and unread stays. */
async function findRead(unread: number): Promise<(id: number) => boolean> {
  if (unread === 0) return () => true
  const list = await queryClient.fetchQuery({ ...query(listNotifications), staleTime: 0 })
  const read = new Set(list.filter(({ readAt }) => readAt).map(({ id }) => id))
  return id => read.has(id)
}

/** What was seen on a page, here or on another device, need not be shown by this one any longer. */
export async function tidyShown({ groups, messages, notifications, calls }: ToSee): Promise<void> {
  await setBadge(messages + notifications)
  const all = await findShown()
  const isAbout = (about: Shown['about']) => all.some(({ data }) => (data as Shown | null)?.about === about)
  const isRead = isAbout('notification') ? await findRead(notifications) : () => false
  const isSeen: Record<Shown['about'], (id: number) => boolean> = {
    group: id => !groups.includes(id),
    call: id => !calls.includes(id),
    notification: isRead,
    // Whoever is signed in has seen that there is something.
    account: () => true,
  }
  for (const notification of all) {
    const shown = notification.data as Shown | null
    if (shown && isSeen[shown.about](shown.id)) notification.close()
  }
}
