import { useMutation } from '@tanstack/react-query'
import { allowGoogle, beginGoogle, disconnectGoogle } from '#shared/contracts/auth.endpoints.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { addressOf, call } from '#web/lib/api.ts'
import { googleText } from './google.text.ts'

/** Re-authenticates the user before they connect a Google account. The caller then opens `googleConnectUrl`. */
export function useConnectGoogle() {
  return useMutation({ mutationFn: (body: ProofBody) => call(allowGoogle, { body }) })
}

/** URL that starts the connection of a Google account and returns to the settings page. */
export const googleAddress = addressOf(beginGoogle, {
  query: { purpose: 'connect', redirect: '/settings' },
})

export function useDisconnectGoogle() {
  return useMutation({
    mutationFn: (body: ProofBody) => call(disconnectGoogle, { body }),
    meta: { success: googleText.disconnected },
  })
}
