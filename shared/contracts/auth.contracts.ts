import { contract } from '#shared/endpoint.ts'
import { messageAnswer, noBody } from './answers.ts'
import { currentUser, loginBody } from './auth.ts'
import { callbackQuery, googleQuery, pendingLink } from './google.ts'
import { deniedAnswer, forgotPasswordBody, proofBody, resetPasswordBody, tokenBody } from './password.ts'

export const readMe = contract({ access: 'signed-in', answer: currentUser })

export const signIn = contract({
  access: 'public',
  body: loginBody,
  answer: currentUser,
})

export const signOut = contract({
  access: 'signed-in',
  beforeTerms: true,
  answer: 'nothing',
})

export const requestReset = contract({
  access: 'public',
  body: forgotPasswordBody,
  answer: messageAnswer,
})

export const resetPassword = contract({
  access: 'public',
  body: resetPasswordBody,
  answer: messageAnswer,
})

/** Ends the session that a new-device mail reported. The response contains a token for setting a new password. */
export const denyEntry = contract({
  access: 'public',
  body: tokenBody,
  answer: deniedAnswer,
})

export const beginGoogle = contract({
  access: 'public',
  query: googleQuery,
  answer: 'page',
})

export const finishGoogle = contract({
  access: 'public',
  query: callbackQuery,
  answer: 'page',
})

/** Re-authenticates the caller before the browser goes to Google with `purpose=connect`. */
export const allowGoogle = contract({
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: 'nothing',
})

export const disconnectGoogle = contract({
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: 'nothing',
})

export const readPendingLink = contract({
  access: 'signed-in',
  answer: pendingLink,
})

export const linkGoogle = contract({
  access: 'signed-in',
  body: noBody,
  answer: 'nothing',
})

export const forgetLink = contract({
  access: 'signed-in',
  body: noBody,
  answer: 'nothing',
})
