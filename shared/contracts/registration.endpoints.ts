import { endpoint } from '#shared/endpoint.ts'
import { messageAnswer, noBody } from './answers.ts'
import { tokenBody } from './password.ts'
import { joinAnswer, joinBody, registerBody, registeredAnswer } from './registration.ts'

export const registerUser = endpoint('POST', '/api/auth/register', {
  access: 'public',
  body: registerBody,
  answer: registeredAnswer,
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

export const readJoin = endpoint('POST', '/api/auth/join/look', {
  access: 'public',
  body: tokenBody,
  answer: joinAnswer,
})

export const joinByLink = endpoint('POST', '/api/auth/join', {
  access: 'public',
  body: joinBody,
  answer: messageAnswer,
})
