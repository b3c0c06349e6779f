import { useMutation } from '@tanstack/react-query'
import { allowGoogle, beginGoogle, disconnectGoogle } from '#shared/contracts/auth.endpoints.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { addressOf, call } from '#web/lib/api.ts'
import { googleText } from './google.text.ts'

/** A page of Google's follows, and then a question of ours. */
export function useConnectGoogle() {
  return useMutation({ mutationFn: (body: ProofBody) => call(allowGoogle, { body }) })
}

export const googleAddress = addressOf(beginGoogle, {
  query: { purpose: 'connect', redirect: '/settings' },
})

export function useDisconnectGoogle() {
  return useMutation({
    mutationFn: (body: ProofBody) => call(disconnectGoogle, { body }),
    meta: { success: googleText.disconnected },
  })
}
