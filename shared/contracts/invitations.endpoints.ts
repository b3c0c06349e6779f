import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './invitations.contracts.ts'

export const listInvitations = endpoint<typeof contracts.listInvitations>('GET', '/api/invitations')
export const createInvitation = endpoint<typeof contracts.createInvitation>('POST', '/api/invitations')
export const listInvited = endpoint<typeof contracts.listInvited>('GET', '/api/invitations/:id/people')
export const revokeInvitation = endpoint<typeof contracts.revokeInvitation>('DELETE', '/api/invitations/:id')
