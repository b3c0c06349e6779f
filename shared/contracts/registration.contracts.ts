import { contract } from '#shared/endpoint.ts'
import { messageAnswer, noBody } from './answers.ts'
import { tokenBody } from './password.ts'
import { joinAnswer, joinBody, registerBody, registeredAnswer } from './registration.ts'

export const registerUser = contract({
  access: 'public',
  body: registerBody,
  answer: registeredAnswer,
  status: 201,
})

export const confirmEmail = contract({
  access: 'public',
  body: tokenBody,
  answer: messageAnswer,
})

export const resendConfirmation = contract({
  access: 'signed-in',
  body: noBody,
  answer: messageAnswer,
})

export const readJoin = contract({
  access: 'public',
  body: tokenBody,
  answer: joinAnswer,
})

export const joinByLink = contract({
  access: 'public',
  body: joinBody,
  answer: messageAnswer,
})
