import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import {
  createTwoFactorKey,
  makeRecoveryCodes,
  readTwoFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from '#shared/contracts/auth/two-factor.endpoints.ts'
import type { ChangeTwoFactorBody, TurnOnBody } from '#shared/contracts/auth/two-factor.schemas.ts'
import { changeText } from '#texts/two-factor.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

export function useTwoFactorState() {
  return useQuery(buildQueryOptions(readTwoFactor))
}

export function useCreateAuthenticatorKey() {
  return useMutation({
    mutationFn: (body: ReauthenticationBody) => callEndpoint(createTwoFactorKey, { body }),
  })
}

export function useEnableTwoFactor() {
  return useMutation({ mutationFn: (body: TurnOnBody) => callEndpoint(turnOnTwoFactor, { body }) })
}

export function useDisableTwoFactor() {
  return useMutation({
    mutationFn: (body: ChangeTwoFactorBody) => callEndpoint(turnOffTwoFactor, { body }),
    meta: { success: changeText.off.done },
  })
}

export function useCreateRecoveryCodes() {
  return useMutation({ mutationFn: (body: ChangeTwoFactorBody) => callEndpoint(makeRecoveryCodes, { body }) })
}
