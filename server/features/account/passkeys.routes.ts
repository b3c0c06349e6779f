import {
  consumePasskeyChallengeOfSession,
  storePasskeyChallengeOfSession,
} from '#server/http/cookies/passkey-challenge-cookie.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { detectBrowserAndOperatingSystem } from '#server/identity/detect-browser-and-operating-system.ts'
import * as endpoints from '#shared/contracts/auth/passkeys.endpoints.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.service.ts'

/** Returns the default name of a new passkey, which its owner can change. */
function chooseDeviceName(userAgent: string | undefined): string {
  const { browser, system } = detectBrowserAndOperatingSystem(userAgent ?? null)
  return system ?? browser ?? 'Passkey'
}

export const registerRoutes: FeatureRoutes = (implement, app) => {
  implement(endpoints.listPasskeys, ({ context }) => listPasskeys(context))
  implement(endpoints.requestNewPasskeyOptions, async ({ context, body, reply }) => {
    const options = await beginPasskeyRegistration(context, body)
    storePasskeyChallengeOfSession(reply, 'add', context, options.challenge)
    return { ...options }
  })
  implement(endpoints.addPasskey, async ({ context, body, request, reply }) => {
    const challenge = await consumePasskeyChallengeOfSession(request, reply, 'add', context)
    return addPasskey(context, app.origins, challenge, body, chooseDeviceName(request.headers['user-agent']))
  })
  implement(endpoints.renamePasskey, ({ context, params, body }) =>
    renamePasskey(context, params.id, body.name),
  )
  implement(endpoints.removePasskey, ({ context, params, body }) => removePasskey(context, params.id, body))
}
