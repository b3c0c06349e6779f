import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { countAnswer } from './answers.ts'
import { notification, notificationsQuery, readBody } from './notifications.ts'

export const listNotifications = endpoint('GET', '/api/notifications', {
  access: 'notifications.use',
  query: notificationsQuery,
  answer: z.array(notification),
})

export const countUnread = endpoint('GET', '/api/notifications/unread/count', {
  access: 'notifications.use',
  answer: countAnswer,
})

export const markRead = endpoint('POST', '/api/notifications/read', {
  access: 'notifications.use',
  body: readBody,
  answer: countAnswer,
})
