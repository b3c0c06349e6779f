import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './calls.contracts.ts'

export const joinCall = defineEndpoint<typeof contracts.joinCall>('POST', '/api/groups/:id/calls')
export const listCalls = defineEndpoint<typeof contracts.listCalls>('GET', '/api/calls')
export const listCallRecords = defineEndpoint<typeof contracts.listCallRecords>(
  'GET',
  '/api/groups/:id/calls',
)
export const readCallConnectionInfo = defineEndpoint<typeof contracts.readCallConnectionInfo>(
  'GET',
  '/api/calls/ways',
)
export const keepCallAlive = defineEndpoint<typeof contracts.keepCallAlive>('POST', '/api/calls/:id/alive')
export const leaveCall = defineEndpoint<typeof contracts.leaveCall>('POST', '/api/calls/:id/leave')
export const declineCall = defineEndpoint<typeof contracts.declineCall>('POST', '/api/calls/:id/decline')
export const publishCallStream = defineEndpoint<typeof contracts.publishCallStream>(
  'POST',
  '/api/calls/:id/publish',
)
export const subscribeStreams = defineEndpoint<typeof contracts.subscribeStreams>(
  'POST',
  '/api/calls/:id/subscribe',
)
export const answerCallStreamOffer = defineEndpoint<typeof contracts.answerCallStreamOffer>(
  'POST',
  '/api/calls/:id/accept',
)
