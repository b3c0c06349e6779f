import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import { invitation, invitationBody, invitationParams, invited } from './invitations.schemas.ts'

export const listInvitations = defineContract({
  access: 'users.invite',
  answer: z.array(invitation),
})

export const createInvitation = defineContract({
  access: 'users.invite',
  body: invitationBody,
  answer: invitation,
  status: 201,
})

export const listInvited = defineContract({
  access: 'users.invite',
  params: invitationParams,
  answer: z.array(invited),
})

export const revokeInvitation = defineContract({
  access: 'users.invite',
  params: invitationParams,
  body: noBody,
  answer: 'nothing',
})
