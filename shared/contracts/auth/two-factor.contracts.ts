import { defineContract } from '#shared/endpoint.ts'
import { currentUser } from './auth.schemas.ts'
import { reauthenticationBody } from './password.schemas.ts'
import {
  changeTwoFactorBody,
  recoveryCodesResponse,
  secondStepBody,
  turnOnBody,
  twoFactorKey,
  twoFactorState,
} from './two-factor.schemas.ts'

/** Completes a sign-in in the same browser, after the server requested a second factor (401 `second_step`). */
export const submitSecondFactor = defineContract({
  access: 'public',
  body: secondStepBody,
  answer: currentUser,
})

export const readTwoFactor = defineContract({
  access: 'account.manage',
  answer: twoFactorState,
})

/** Creates a key for an authenticator app. The key becomes active once the user has entered a code from the app. */
export const createTwoFactorKey = defineContract({
  access: 'account.manage',
  proof: true,
  body: reauthenticationBody,
  answer: twoFactorKey,
})

export const turnOnTwoFactor = defineContract({
  access: 'account.manage',
  body: turnOnBody,
  answer: recoveryCodesResponse,
})

export const turnOffTwoFactor = defineContract({
  access: 'account.manage',
  proof: true,
  body: changeTwoFactorBody,
  answer: 'nothing',
})

/** Creates new recovery codes, which replace all earlier ones. */
export const makeRecoveryCodes = defineContract({
  access: 'account.manage',
  proof: true,
  body: changeTwoFactorBody,
  answer: recoveryCodesResponse,
})
