import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './registration.contracts.ts'

export const registerUser = defineEndpoint<typeof contracts.registerUser>('POST', '/api/auth/register')
export const confirmEmail = defineEndpoint<typeof contracts.confirmEmail>('POST', '/api/auth/confirm-email')
export const resendConfirmation = defineEndpoint<typeof contracts.resendConfirmation>(
  'POST',
  '/api/auth/resend-confirmation',
)
export const readInvitationLink = defineEndpoint<typeof contracts.readInvitationLink>(
  'POST',
  '/api/auth/join/look',
)
export const activateAccountByLink = defineEndpoint<typeof contracts.activateAccountByLink>(
  'POST',
  '/api/auth/join',
)
