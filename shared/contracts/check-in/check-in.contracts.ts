import { defineContract } from '#shared/endpoint.ts'
import { countResponse } from '#shared/fields/responses.ts'
import {
  checkInList,
  checkInParams,
  markAllBody,
  marksBody,
  marksResponse,
  selfCheckInBody,
  selfCheckInResponse,
  venueCode,
} from './check-in.schemas.ts'

export const readCheckIn = defineContract({
  access: 'activities.help',
  params: checkInParams,
  answer: checkInList,
})

export const sendAttendanceMarks = defineContract({
  access: 'activities.help',
  params: checkInParams,
  body: marksBody,
  answer: marksResponse,
})

export const markAllPresent = defineContract({
  access: 'activities.help',
  params: checkInParams,
  body: markAllBody,
  answer: countResponse,
})

export const readVenueCode = defineContract({
  access: 'activities.help',
  params: checkInParams,
  answer: venueCode,
})

/** Checks in the caller at an activity with the code shown at the venue. */
export const checkInSelf = defineContract({
  access: 'activities.join',
  params: checkInParams,
  body: selfCheckInBody,
  answer: selfCheckInResponse,
})
