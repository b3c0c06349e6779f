import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './notifications.contracts.ts'

export const listNotifications = endpoint<typeof contracts.listNotifications>('GET', '/api/notifications')
export const countUnread = endpoint<typeof contracts.countUnread>('GET', '/api/notifications/unread/count')
export const markRead = endpoint<typeof contracts.markRead>('POST', '/api/notifications/read')
