import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/auth/two-factor.endpoints.ts'
import {
  beginTwoFactorSetup,
  readTwoFactorStatus,
  regenerateRecoveryCodes,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readTwoFactor, ({ context }) => readTwoFactorStatus(context))
  implement(endpoints.createTwoFactorKey, ({ context, body }) => beginTwoFactorSetup(context, body))
  implement(endpoints.turnOnTwoFactor, ({ context, body, request }) =>
    turnOnTwoFactor(context, body, request.ip),
  )
  implement(endpoints.turnOffTwoFactor, ({ context, body, request }) =>
    turnOffTwoFactor(context, body, request.ip),
  )
  implement(endpoints.makeRecoveryCodes, ({ context, body, request }) =>
    regenerateRecoveryCodes(context, body, request.ip),
  )
}
