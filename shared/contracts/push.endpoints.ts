import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './push.contracts.ts'

export const readPush = endpoint<typeof contracts.readPush>('GET', '/api/push')
export const turnPushOn = endpoint<typeof contracts.turnPushOn>('POST', '/api/push/devices')
export const turnPushOff = endpoint<typeof contracts.turnPushOff>('DELETE', '/api/push/devices/:id')
export const setQuietHours = endpoint<typeof contracts.setQuietHours>('PUT', '/api/push/quiet-hours')
