import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './roll-calls.contracts.ts'

export const listRollCalls = endpoint<typeof contracts.listRollCalls>('GET', '/api/roll-calls')
export const askRollCall = endpoint<typeof contracts.askRollCall>('POST', '/api/roll-calls')
export const readRollCall = endpoint<typeof contracts.readRollCall>('GET', '/api/roll-calls/:id')
export const answerRollCall = endpoint<typeof contracts.answerRollCall>('PUT', '/api/roll-calls/:id/answer')
export const listAsked = endpoint<typeof contracts.listAsked>('GET', '/api/roll-calls/:id/people')
export const showPhone = endpoint<typeof contracts.showPhone>(
  'POST',
  '/api/roll-calls/:id/people/:userId/phone',
)
export const exportRollCall = endpoint<typeof contracts.exportRollCall>('GET', '/api/roll-calls/:id/export')
export const remindSilent = endpoint<typeof contracts.remindSilent>('POST', '/api/roll-calls/:id/remind')
export const closeRollCall = endpoint<typeof contracts.closeRollCall>('POST', '/api/roll-calls/:id/close')
