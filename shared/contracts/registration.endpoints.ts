import { endpoint } from '#shared/endpoint.ts'
import { messageAnswer, noBody } from './answers.ts'
import { tokenBody } from './password.ts'
import { registerBody } from './registration.ts'

export const registerUser = endpoint('POST', '/api/auth/register', {
  access: 'public',
  body: registerBody,
  answer: messageAnswer,
  status: 201,
})

export const confirmEmail = endpoint('POST', '/api/auth/confirm-email', {
  access: 'public',
  body: tokenBody,
  answer: messageAnswer,
})

export const resendConfirmation = endpoint('POST', '/api/auth/resend-confirmation', {
  access: 'signed-in',
  body: noBody,
  answer: messageAnswer,
})
