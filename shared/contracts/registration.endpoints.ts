import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './registration.contracts.ts'

export const registerUser = endpoint<typeof contracts.registerUser>('POST', '/api/auth/register')
export const confirmEmail = endpoint<typeof contracts.confirmEmail>('POST', '/api/auth/confirm-email')
export const resendConfirmation = endpoint<typeof contracts.resendConfirmation>(
  'POST',
  '/api/auth/resend-confirmation',
)
export const readJoin = endpoint<typeof contracts.readJoin>('POST', '/api/auth/join/look')
export const joinByLink = endpoint<typeof contracts.joinByLink>('POST', '/api/auth/join')
