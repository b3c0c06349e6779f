import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { countResponse } from '#shared/fields/responses.ts'
import { notification, notificationsQuery, readBody } from './notifications.schemas.ts'

export const listNotifications = defineContract({
  access: 'notifications.use',
  query: notificationsQuery,
  answer: z.array(notification),
})

export const countUnreadNotifications = defineContract({
  access: 'notifications.use',
  answer: countResponse,
})

export const markNotificationsRead = defineContract({
  access: 'notifications.use',
  body: readBody,
  answer: countResponse,
})
