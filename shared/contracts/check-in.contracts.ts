import { contract } from '#shared/endpoint.ts'
import { countAnswer } from './answers.ts'
import {
  checkInList,
  checkInParams,
  doorCode,
  markAllBody,
  marked,
  marksBody,
  selfAnswer,
  selfBody,
} from './check-in.ts'

export const readCheckIn = contract({
  access: 'activities.help',
  params: checkInParams,
  answer: checkInList,
})

export const sendMarks = contract({
  access: 'activities.help',
  params: checkInParams,
  body: marksBody,
  answer: marked,
})

export const markAll = contract({
  access: 'activities.help',
  params: checkInParams,
  body: markAllBody,
  answer: countAnswer,
})

export const readDoorCode = contract({
  access: 'activities.help',
  params: checkInParams,
  answer: doorCode,
})

/** Checks in the caller with the code shown at the venue. */
export const checkInSelf = contract({
  access: 'activities.join',
  params: checkInParams,
  body: selfBody,
  answer: selfAnswer,
})
