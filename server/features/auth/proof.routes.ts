import type { Routes } from '#server/http/implement.ts'
import { keepOwnChallenge, takeOwnChallenge } from '#server/http/passkey-cookie.ts'
import * as endpoints from '#shared/contracts/proof.endpoints.ts'
import { askForOwnPasskey, proveByCode, proveByPasskey, proveByPassword, readProof } from './prove.service.ts'

export const routes: Routes = (implement, app) => {
  implement(endpoints.readProof, ({ context }) => readProof(context))
  implement(endpoints.proveByPassword, ({ context, body }) => proveByPassword(context, body.currentPassword))
  implement(endpoints.proveByCode, ({ context, body, request }) =>
    proveByCode(context, body.code, request.ip),
  )
  implement(endpoints.askForOwnPasskey, async ({ context, reply }) => {
    const options = await askForOwnPasskey(context)
    keepOwnChallenge(reply, 'prove', context, options.challenge)
    return { ...options }
  })
  implement(endpoints.proveByPasskey, async ({ context, body, request, reply }) => {
    const challenge = await takeOwnChallenge(request, reply, 'prove', context)
    await proveByPasskey(context, app.origins, challenge, body)
  })
}
