import { contract } from '#shared/endpoint.ts'
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
export const takeSecondStep = contract({
  access: 'public',
  body: secondStepBody,
  answer: currentUser,
})

export const readTwoFactor = contract({
  access: 'account.manage',
  answer: twoFactorState,
})

/** A key for the app; it counts once a code of it was given. */
export const beginTwoFactor = contract({
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: twoFactorKey,
})

export const turnOnTwoFactor = contract({
  access: 'account.manage',
  body: turnOnBody,
  answer: recoveryCodesAnswer,
})

export const turnOffTwoFactor = contract({
  access: 'account.manage',
  proof: true,
  body: changeTwoFactorBody,
  answer: 'nothing',
})

/** In place of all there were. */
export const makeRecoveryCodes = contract({
  access: 'account.manage',
  proof: true,
  body: changeTwoFactorBody,
  answer: recoveryCodesAnswer,
})
