import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { invitation, invitationBody, invitationParams, invited } from './invitations.ts'

export const listInvitations = contract({
  access: 'users.invite',
  answer: z.array(invitation),
})

export const createInvitation = contract({
  access: 'users.invite',
  body: invitationBody,
  answer: invitation,
  status: 201,
})

export const listInvited = contract({
  access: 'users.invite',
  params: invitationParams,
  answer: z.array(invited),
})

export const revokeInvitation = contract({
  access: 'users.invite',
  params: invitationParams,
  body: noBody,
  answer: 'nothing',
})
