import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './calls.contracts.ts'

export const joinCall = endpoint<typeof contracts.joinCall>('POST', '/api/groups/:id/calls')
export const listCalls = endpoint<typeof contracts.listCalls>('GET', '/api/calls')
export const listTraces = endpoint<typeof contracts.listTraces>('GET', '/api/groups/:id/calls')
export const readWays = endpoint<typeof contracts.readWays>('GET', '/api/calls/ways')
export const renewStay = endpoint<typeof contracts.renewStay>('POST', '/api/calls/:id/alive')
export const leaveCall = endpoint<typeof contracts.leaveCall>('POST', '/api/calls/:id/leave')
export const declineCall = endpoint<typeof contracts.declineCall>('POST', '/api/calls/:id/decline')
export const publishStream = endpoint<typeof contracts.publishStream>('POST', '/api/calls/:id/publish')
export const subscribeStreams = endpoint<typeof contracts.subscribeStreams>(
  'POST',
  '/api/calls/:id/subscribe',
)
export const acceptStreams = endpoint<typeof contracts.acceptStreams>('POST', '/api/calls/:id/accept')
