import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './auth.contracts.ts'

export const readMe = endpoint<typeof contracts.readMe>('GET', '/api/auth/me')
export const signIn = endpoint<typeof contracts.signIn>('POST', '/api/auth/login')
export const signOut = endpoint<typeof contracts.signOut>('POST', '/api/auth/logout')
export const requestReset = endpoint<typeof contracts.requestReset>('POST', '/api/auth/forgot-password')
export const resetPassword = endpoint<typeof contracts.resetPassword>('POST', '/api/auth/reset-password')
export const denyEntry = endpoint<typeof contracts.denyEntry>('POST', '/api/auth/not-me')
export const beginGoogle = endpoint<typeof contracts.beginGoogle>('GET', '/api/auth/google')
export const finishGoogle = endpoint<typeof contracts.finishGoogle>('GET', '/api/auth/google/callback')
export const allowGoogle = endpoint<typeof contracts.allowGoogle>('POST', '/api/account/google')
export const disconnectGoogle = endpoint<typeof contracts.disconnectGoogle>('DELETE', '/api/account/google')
export const readPendingLink = endpoint<typeof contracts.readPendingLink>('GET', '/api/auth/google/link')
export const linkGoogle = endpoint<typeof contracts.linkGoogle>('POST', '/api/auth/google/link')
export const forgetLink = endpoint<typeof contracts.forgetLink>('DELETE', '/api/auth/google/link')
