import {
  consumePasskeyChallengeOfSession,
  storePasskeyChallengeOfSession,
} from '#server/http/cookies/passkey-challenge-cookie.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/auth/reauthentication.endpoints.ts'
import {
  createReauthenticationChallenge,
  readReauthenticationStatus,
  reauthenticateWithCode,
  reauthenticateWithPasskey,
  reauthenticateWithPassword,
} from './reauthenticate.service.ts'

export const registerRoutes: FeatureRoutes = (implement, app) => {
  implement(endpoints.readReauthenticationMethods, ({ context }) => readReauthenticationStatus(context))
  implement(endpoints.reauthenticateByPassword, ({ context, body }) =>
    reauthenticateWithPassword(context, body.currentPassword),
  )
  implement(endpoints.reauthenticateByCode, ({ context, body, request }) =>
    reauthenticateWithCode(context, body.code, request.ip),
  )
  implement(endpoints.requestOwnPasskeyOptions, async ({ context, reply }) => {
    const options = await createReauthenticationChallenge(context)
    storePasskeyChallengeOfSession(reply, 'prove', context, options.challenge)
    return { ...options }
  })
  implement(endpoints.reauthenticateByPasskey, async ({ context, body, request, reply }) => {
    const challenge = await consumePasskeyChallengeOfSession(request, reply, 'prove', context)
    await reauthenticateWithPasskey(context, app.origins, challenge, body)
  })
}
