import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { pushState, pushSubscription, quietHoursBody } from './push.ts'
import { idParam } from './query.ts'

export const readPush = endpoint('GET', '/api/push', { access: 'notifications.use', answer: pushState })

/** For the device that calls. */
export const turnPushOn = endpoint('POST', '/api/push/devices', {
  access: 'notifications.use',
  body: pushSubscription,
  answer: 'nothing',
})

export const turnPushOff = endpoint('DELETE', '/api/push/devices/:id', {
  access: 'notifications.use',
  params: z.object({ id: idParam }),
  body: noBody,
  answer: 'nothing',
})

export const setQuietHours = endpoint('PUT', '/api/push/quiet-hours', {
  access: 'notifications.use',
  body: quietHoursBody,
  answer: 'nothing',
})
