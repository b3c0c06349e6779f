import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './two-factor.contracts.ts'

export const takeSecondStep = endpoint<typeof contracts.takeSecondStep>('POST', '/api/auth/second-step')
export const readTwoFactor = endpoint<typeof contracts.readTwoFactor>('GET', '/api/account/two-factor')
export const beginTwoFactor = endpoint<typeof contracts.beginTwoFactor>('POST', '/api/account/two-factor/key')
export const turnOnTwoFactor = endpoint<typeof contracts.turnOnTwoFactor>('POST', '/api/account/two-factor')
export const turnOffTwoFactor = endpoint<typeof contracts.turnOffTwoFactor>(
  'DELETE',
  '/api/account/two-factor',
)
export const makeRecoveryCodes = endpoint<typeof contracts.makeRecoveryCodes>(
  'POST',
  '/api/account/two-factor/codes',
)
