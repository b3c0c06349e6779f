import { endpoint } from '#shared/endpoint.ts'
import { messageAnswer, noBody } from './answers.ts'
import { currentUser, loginBody } from './auth.ts'
import { callbackQuery, googleQuery, pendingLink } from './google.ts'
import { deniedAnswer, forgotPasswordBody, proofBody, resetPasswordBody, tokenBody } from './password.ts'

export const readMe = endpoint('GET', '/api/auth/me', { access: 'signed-in', answer: currentUser })

export const signIn = endpoint('POST', '/api/auth/login', {
  access: 'public',
  body: loginBody,
  answer: currentUser,
})

export const signOut = endpoint('POST', '/api/auth/logout', {
  access: 'signed-in',
  beforeTerms: true,
  answer: 'nothing',
})

export const requestReset = endpoint('POST', '/api/auth/forgot-password', {
  access: 'public',
  body: forgotPasswordBody,
  answer: messageAnswer,
})

export const resetPassword = endpoint('POST', '/api/auth/reset-password', {
  access: 'public',
  body: resetPasswordBody,
  answer: messageAnswer,
})

/** By the link of a mail about a sign-in from a new device: it ends, and the answer leads to a new password. */
export const denyEntry = endpoint('POST', '/api/auth/not-me', {
  access: 'public',
  body: tokenBody,
  answer: deniedAnswer,
})

export const beginGoogle = endpoint('GET', '/api/auth/google', {
  access: 'public',
  query: googleQuery,
  answer: 'page',
})

export const finishGoogle = endpoint('GET', '/api/auth/google/callback', {
  access: 'public',
  query: callbackQuery,
  answer: 'page',
})

/** Who one is, before Google is asked (`purpose=connect`) in the same browser. */
export const allowGoogle = endpoint('POST', '/api/account/google', {
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: 'nothing',
})

export const disconnectGoogle = endpoint('DELETE', '/api/account/google', {
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: 'nothing',
})

export const readPendingLink = endpoint('GET', '/api/auth/google/link', {
  access: 'signed-in',
  answer: pendingLink,
})

export const linkGoogle = endpoint('POST', '/api/auth/google/link', {
  access: 'signed-in',
  body: noBody,
  answer: 'nothing',
})

export const forgetLink = endpoint('DELETE', '/api/auth/google/link', {
  access: 'signed-in',
  body: noBody,
  answer: 'nothing',
})
