import { useMutation, useQuery } from '@tanstack/react-query'
import type { ProofBody } from '#shared/contracts/password.ts'
import {
  beginTwoFactor,
  makeRecoveryCodes,
  readTwoFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from '#shared/contracts/two-factor.endpoints.ts'
import type { ChangeTwoFactorBody, TurnOnBody } from '#shared/contracts/two-factor.ts'
import { call, query } from '#web/lib/api.ts'
import { changeText } from './two-factor.text.ts'

export function useTwoFactor() {
  return useQuery(query(readTwoFactor))
}

export function useBeginTwoFactor() {
  return useMutation({ mutationFn: (body: ProofBody) => call(beginTwoFactor, { body }) })
}

export function useTurnOn() {
  return useMutation({ mutationFn: (body: TurnOnBody) => call(turnOnTwoFactor, { body }) })
}

export function useTurnOff() {
  return useMutation({
    mutationFn: (body: ChangeTwoFactorBody) => call(turnOffTwoFactor, { body }),
    meta: { success: changeText.off.done },
  })
}

export function useNewCodes() {
  return useMutation({ mutationFn: (body: ChangeTwoFactorBody) => call(makeRecoveryCodes, { body }) })
}
