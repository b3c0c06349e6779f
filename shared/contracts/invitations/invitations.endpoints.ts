import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './invitations.contracts.ts'

export const listInvitations = defineEndpoint<typeof contracts.listInvitations>('GET', '/api/invitations')
export const createInvitation = defineEndpoint<typeof contracts.createInvitation>('POST', '/api/invitations')
export const listInvited = defineEndpoint<typeof contracts.listInvited>('GET', '/api/invitations/:id/people')
export const revokeInvitation = defineEndpoint<typeof contracts.revokeInvitation>(
  'DELETE',
  '/api/invitations/:id',
)
