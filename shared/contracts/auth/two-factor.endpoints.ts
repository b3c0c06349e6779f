import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './two-factor.contracts.ts'

export const submitSecondFactor = defineEndpoint<typeof contracts.submitSecondFactor>(
  'POST',
  '/api/auth/second-step',
)
export const readTwoFactor = defineEndpoint<typeof contracts.readTwoFactor>('GET', '/api/account/two-factor')
export const createTwoFactorKey = defineEndpoint<typeof contracts.createTwoFactorKey>(
  'POST',
  '/api/account/two-factor/key',
)
export const turnOnTwoFactor = defineEndpoint<typeof contracts.turnOnTwoFactor>(
  'POST',
  '/api/account/two-factor',
)
export const turnOffTwoFactor = defineEndpoint<typeof contracts.turnOffTwoFactor>(
  'DELETE',
  '/api/account/two-factor',
)
export const makeRecoveryCodes = defineEndpoint<typeof contracts.makeRecoveryCodes>(
  'POST',
  '/api/account/two-factor/codes',
)
