import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './roll-calls.contracts.ts'

export const listRollCalls = defineEndpoint<typeof contracts.listRollCalls>('GET', '/api/roll-calls')
export const startRollCall = defineEndpoint<typeof contracts.startRollCall>('POST', '/api/roll-calls')
export const readRollCall = defineEndpoint<typeof contracts.readRollCall>('GET', '/api/roll-calls/:id')
export const answerRollCall = defineEndpoint<typeof contracts.answerRollCall>(
  'PUT',
  '/api/roll-calls/:id/answer',
)
export const listAskedPeople = defineEndpoint<typeof contracts.listAskedPeople>(
  'GET',
  '/api/roll-calls/:id/people',
)
export const revealPhoneNumber = defineEndpoint<typeof contracts.revealPhoneNumber>(
  'POST',
  '/api/roll-calls/:id/people/:userId/phone',
)
export const exportRollCall = defineEndpoint<typeof contracts.exportRollCall>(
  'GET',
  '/api/roll-calls/:id/export',
)
export const remindUnansweredPeople = defineEndpoint<typeof contracts.remindUnansweredPeople>(
  'POST',
  '/api/roll-calls/:id/remind',
)
export const closeRollCall = defineEndpoint<typeof contracts.closeRollCall>(
  'POST',
  '/api/roll-calls/:id/close',
)
