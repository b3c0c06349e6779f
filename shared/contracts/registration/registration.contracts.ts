import { tokenBody } from '#shared/contracts/auth/password.schemas.ts'
import { defineContract } from '#shared/endpoint.ts'
import { messageResponse, noBody } from '#shared/fields/responses.ts'
import {
  activateAccountBody,
  invitationLinkResponse,
  registerBody,
  registrationResponse,
} from './registration.schemas.ts'

export const registerUser = defineContract({
  access: 'public',
  body: registerBody,
  answer: registrationResponse,
  status: 201,
})

export const confirmEmail = defineContract({
  access: 'public',
  body: tokenBody,
  answer: messageResponse,
})

export const resendConfirmation = defineContract({
  access: 'signed-in',
  body: noBody,
  answer: messageResponse,
})

export const readInvitationLink = defineContract({
  access: 'public',
  body: tokenBody,
  answer: invitationLinkResponse,
})

export const activateAccountByLink = defineContract({
  access: 'public',
  body: activateAccountBody,
  answer: messageResponse,
})
