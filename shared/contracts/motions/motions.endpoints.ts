import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './motions.contracts.ts'

export const listMotions = defineEndpoint<typeof contracts.listMotions>('GET', '/api/motions')
export const createMotion = defineEndpoint<typeof contracts.createMotion>('POST', '/api/motions')
export const readMotion = defineEndpoint<typeof contracts.readMotion>('GET', '/api/motions/:id')
export const updateMotion = defineEndpoint<typeof contracts.updateMotion>('PUT', '/api/motions/:id')
export const deleteMotion = defineEndpoint<typeof contracts.deleteMotion>('DELETE', '/api/motions/:id')
export const openMotion = defineEndpoint<typeof contracts.openMotion>('POST', '/api/motions/:id/open')
export const voteOnMotion = defineEndpoint<typeof contracts.voteOnMotion>('PUT', '/api/motions/:id/vote')
export const closeMotion = defineEndpoint<typeof contracts.closeMotion>('POST', '/api/motions/:id/close')
export const listMotionVotes = defineEndpoint<typeof contracts.listMotionVotes>(
  'GET',
  '/api/motions/:id/votes',
)
