import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { countAnswer } from './answers.ts'
import { notification, notificationsQuery, readBody } from './notifications.ts'

export const listNotifications = contract({
  access: 'notifications.use',
  query: notificationsQuery,
  answer: z.array(notification),
})

export const countUnread = contract({
  access: 'notifications.use',
  answer: countAnswer,
})

export const markRead = contract({
  access: 'notifications.use',
  body: readBody,
  answer: countAnswer,
})
