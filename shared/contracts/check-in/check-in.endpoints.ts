import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './check-in.contracts.ts'

export const readCheckIn = defineEndpoint<typeof contracts.readCheckIn>('GET', '/api/check-in/:id')
export const sendAttendanceMarks = defineEndpoint<typeof contracts.sendAttendanceMarks>(
  'POST',
  '/api/check-in/:id',
)
export const markAllPresent = defineEndpoint<typeof contracts.markAllPresent>('POST', '/api/check-in/:id/all')
export const readVenueCode = defineEndpoint<typeof contracts.readVenueCode>('GET', '/api/check-in/:id/code')
export const checkInSelf = defineEndpoint<typeof contracts.checkInSelf>('POST', '/api/check-in/:id/self')
