import { choice, searchReader } from '#web/lib/search.ts'

/** All of them, or those that were not read. */
export const notificationTabs = ['all', 'unread'] as const
export type NotificationTab = (typeof notificationTabs)[number]

export const readNotificationsSearch = searchReader({ tab: choice(notificationTabs) })
