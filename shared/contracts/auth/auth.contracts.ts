import { defineContract } from '#shared/endpoint.ts'
import { messageResponse, noBody } from '#shared/fields/responses.ts'
import { currentUser, loginBody } from './auth.schemas.ts'
import { callbackQuery, googleQuery, pendingLink } from './google.schemas.ts'
import {
  denySignInResponse,
  forgotPasswordBody,
  reauthenticationBody,
  resetPasswordBody,
  tokenBody,
} from './password.schemas.ts'

export const readCurrentUser = defineContract({ access: 'signed-in', answer: currentUser })

export const signIn = defineContract({
  access: 'public',
  body: loginBody,
  answer: currentUser,
})

export const signOut = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  answer: 'nothing',
})

export const requestPasswordReset = defineContract({
  access: 'public',
  body: forgotPasswordBody,
  answer: messageResponse,
})

export const resetPassword = defineContract({
  access: 'public',
  body: resetPasswordBody,
  answer: messageResponse,
})

/**
 * Ends the session that a mail about a sign-in from a new device reported. The response contains a token for setting a
 * new password.
 */
export const denySignIn = defineContract({
  access: 'public',
  body: tokenBody,
  answer: denySignInResponse,
})

export const startGoogleSignIn = defineContract({
  access: 'public',
  query: googleQuery,
  answer: 'page',
})

export const finishGoogleSignIn = defineContract({
  access: 'public',
  query: callbackQuery,
  answer: 'page',
})

/**
 * Re-authenticates the caller before the browser goes to Google to add Google as a sign-in method (`purpose=connect`).
 */
export const allowGoogleConnection = defineContract({
  access: 'account.manage',
  proof: true,
  body: reauthenticationBody,
  answer: 'nothing',
})

export const disconnectGoogle = defineContract({
  access: 'account.manage',
  proof: true,
  body: reauthenticationBody,
  answer: 'nothing',
})

export const readPendingGoogleLink = defineContract({
  access: 'signed-in',
  answer: pendingLink,
})

export const linkGoogle = defineContract({
  access: 'signed-in',
  body: noBody,
  answer: 'nothing',
})

export const discardPendingGoogleLink = defineContract({
  access: 'signed-in',
  body: noBody,
  answer: 'nothing',
})
