import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './auth.contracts.ts'

export const readCurrentUser = defineEndpoint<typeof contracts.readCurrentUser>('GET', '/api/auth/me')
export const signIn = defineEndpoint<typeof contracts.signIn>('POST', '/api/auth/login')
export const signOut = defineEndpoint<typeof contracts.signOut>('POST', '/api/auth/logout')
export const requestPasswordReset = defineEndpoint<typeof contracts.requestPasswordReset>(
  'POST',
  '/api/auth/forgot-password',
)
export const resetPassword = defineEndpoint<typeof contracts.resetPassword>(
  'POST',
  '/api/auth/reset-password',
)
export const denySignIn = defineEndpoint<typeof contracts.denySignIn>('POST', '/api/auth/not-me')
export const startGoogleSignIn = defineEndpoint<typeof contracts.startGoogleSignIn>('GET', '/api/auth/google')
export const finishGoogleSignIn = defineEndpoint<typeof contracts.finishGoogleSignIn>(
  'GET',
  '/api/auth/google/callback',
)
export const allowGoogleConnection = defineEndpoint<typeof contracts.allowGoogleConnection>(
  'POST',
  '/api/account/google',
)
export const disconnectGoogle = defineEndpoint<typeof contracts.disconnectGoogle>(
  'DELETE',
  '/api/account/google',
)
export const readPendingGoogleLink = defineEndpoint<typeof contracts.readPendingGoogleLink>(
  'GET',
  '/api/auth/google/link',
)
export const linkGoogle = defineEndpoint<typeof contracts.linkGoogle>('POST', '/api/auth/google/link')
export const discardPendingGoogleLink = defineEndpoint<typeof contracts.discardPendingGoogleLink>(
  'DELETE',
  '/api/auth/google/link',
)
