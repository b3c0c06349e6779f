import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { noBody } from '#shared/fields/responses.ts'
import { pushState, pushSubscription, quietHoursBody } from './push.schemas.ts'

export const readPush = defineContract({ access: 'notifications.use', answer: pushState })

/** Turns on push notifications for the calling device. */
export const turnPushOn = defineContract({
  access: 'notifications.use',
  body: pushSubscription,
  answer: 'nothing',
})

export const turnPushOff = defineContract({
  access: 'notifications.use',
  params: z.object({ id: idParam }),
  body: noBody,
  answer: 'nothing',
})

export const setQuietHours = defineContract({
  access: 'notifications.use',
  body: quietHoursBody,
  answer: 'nothing',
})
