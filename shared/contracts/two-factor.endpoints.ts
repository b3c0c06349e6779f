import { endpoint } from '#shared/endpoint.ts'
import { currentUser } from './auth.ts'
import { proofBody } from './password.ts'
import {
  changeTwoFactorBody,
  recoveryCodesAnswer,
  secondStepBody,
  turnOnBody,
  twoFactorKey,
  twoFactorState,
} from './two-factor.ts'

/** After a login that answered 401 `second_step`, in the same browser. */
export const takeSecondStep = endpoint('POST', '/api/auth/second-step', {
  access: 'public',
  body: secondStepBody,
  answer: currentUser,
})

export const readTwoFactor = endpoint('GET', '/api/account/two-factor', {
  access: 'account.manage',
  answer: twoFactorState,
})

/** A key for the app; it counts once a code of it was given. */
export const beginTwoFactor = endpoint('POST', '/api/account/two-factor/key', {
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: twoFactorKey,
})

export const turnOnTwoFactor = endpoint('POST', '/api/account/two-factor', {
  access: 'account.manage',
  body: turnOnBody,
  answer: recoveryCodesAnswer,
})

export const turnOffTwoFactor = endpoint('DELETE', '/api/account/two-factor', {
  access: 'account.manage',
  proof: true,
  body: changeTwoFactorBody,
  answer: 'nothing',
})

/** In place of all there were. */
export const makeRecoveryCodes = endpoint('POST', '/api/account/two-factor/codes', {
  access: 'account.manage',
  proof: true,
  body: changeTwoFactorBody,
  answer: recoveryCodesAnswer,
})
