import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { invitation, invitationBody, invitationParams, invited } from './invitations.ts'

export const listInvitations = endpoint('GET', '/api/invitations', {
  access: 'users.invite',
  answer: z.array(invitation),
})

export const createInvitation = endpoint('POST', '/api/invitations', {
  access: 'users.invite',
  body: invitationBody,
  answer: invitation,
  status: 201,
})

export const listInvited = endpoint('GET', '/api/invitations/:id/people', {
  access: 'users.invite',
  params: invitationParams,
  answer: z.array(invited),
})

export const revokeInvitation = endpoint('DELETE', '/api/invitations/:id', {
  access: 'users.invite',
  params: invitationParams,
  body: noBody,
  answer: 'nothing',
})
