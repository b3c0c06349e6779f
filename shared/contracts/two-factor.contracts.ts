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

/** Completes a sign-in that responded with 401 `second_step`, in the same browser. */
export const takeSecondStep = contract({
  access: 'public',
  body: secondStepBody,
  answer: currentUser,
})

export const readTwoFactor = contract({
  access: 'account.manage',
  answer: twoFactorState,
})

/** Creates a key for an authenticator app. It becomes active once a code of it was confirmed. */
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

/** Creates new recovery codes, which replace all earlier ones. */
export const makeRecoveryCodes = contract({
  access: 'account.manage',
  proof: true,
  body: changeTwoFactorBody,
  answer: recoveryCodesAnswer,
})
