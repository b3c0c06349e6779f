import { createAllowedValueParser, createUrlQueryParser } from '#web/lib/form/search-parameters.ts'

/** Tabs of the notification page: all, or only unread notifications. */
export const notificationTabs = ['all', 'unread'] as const
export type NotificationTab = (typeof notificationTabs)[number]

export const readNotificationsSearch = createUrlQueryParser({
  tab: createAllowedValueParser(notificationTabs),
})
