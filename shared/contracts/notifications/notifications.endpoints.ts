import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './notifications.contracts.ts'

export const listNotifications = defineEndpoint<typeof contracts.listNotifications>(
  'GET',
  '/api/notifications',
)
export const countUnreadNotifications = defineEndpoint<typeof contracts.countUnreadNotifications>(
  'GET',
  '/api/notifications/unread/count',
)
export const markNotificationsRead = defineEndpoint<typeof contracts.markNotificationsRead>(
  'POST',
  '/api/notifications/read',
)
