import { useMutation } from '@tanstack/react-query'
import {
  allowGoogleConnection,
  disconnectGoogle,
  startGoogleSignIn,
} from '#shared/contracts/auth/auth.endpoints.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { googleText } from '#texts/google-account.ts'
import { buildEndpointUrl, callEndpoint } from '#web/lib/http/api.ts'

/** Re-authenticates the user before they connect a Google account. The caller then opens `googleConnectUrl`. */
export function useConnectGoogle() {
  return useMutation({
    mutationFn: (body: ReauthenticationBody) => callEndpoint(allowGoogleConnection, { body }),
  })
}

/** URL that starts the connection of a Google account and returns to the settings page. */
export const googleConnectUrl = buildEndpointUrl(startGoogleSignIn, {
  query: { purpose: 'connect', redirect: '/settings' },
})

export function useDisconnectGoogle() {
  return useMutation({
    mutationFn: (body: ReauthenticationBody) => callEndpoint(disconnectGoogle, { body }),
    meta: { success: googleText.disconnected },
  })
}
