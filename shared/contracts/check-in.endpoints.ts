import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './check-in.contracts.ts'

export const readCheckIn = endpoint<typeof contracts.readCheckIn>('GET', '/api/check-in/:id')
export const sendMarks = endpoint<typeof contracts.sendMarks>('POST', '/api/check-in/:id')
export const markAll = endpoint<typeof contracts.markAll>('POST', '/api/check-in/:id/all')
export const readDoorCode = endpoint<typeof contracts.readDoorCode>('GET', '/api/check-in/:id/code')
export const checkInSelf = endpoint<typeof contracts.checkInSelf>('POST', '/api/check-in/:id/self')
