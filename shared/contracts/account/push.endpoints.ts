import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './push.contracts.ts'

export const readPush = defineEndpoint<typeof contracts.readPush>('GET', '/api/push')
export const turnPushOn = defineEndpoint<typeof contracts.turnPushOn>('POST', '/api/push/devices')
export const turnPushOff = defineEndpoint<typeof contracts.turnPushOff>('DELETE', '/api/push/devices/:id')
export const setQuietHours = defineEndpoint<typeof contracts.setQuietHours>('PUT', '/api/push/quiet-hours')
