import { endpoint } from '#shared/endpoint.ts'
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

export const readCheckIn = endpoint('GET', '/api/check-in/:id', {
  access: 'activities.help',
  params: checkInParams,
  answer: checkInList,
})

export const sendMarks = endpoint('POST', '/api/check-in/:id', {
  access: 'activities.help',
  params: checkInParams,
  body: marksBody,
  answer: marked,
})

export const markAll = endpoint('POST', '/api/check-in/:id/all', {
  access: 'activities.help',
  params: checkInParams,
  body: markAllBody,
  answer: countAnswer,
})

export const readDoorCode = endpoint('GET', '/api/check-in/:id/code', {
  access: 'activities.help',
  params: checkInParams,
  answer: doorCode,
})

/** Oneself and nobody else: whoever is signed in. */
export const checkInSelf = endpoint('POST', '/api/check-in/:id/self', {
  access: 'activities.join',
  params: checkInParams,
  body: selfBody,
  answer: selfAnswer,
})
