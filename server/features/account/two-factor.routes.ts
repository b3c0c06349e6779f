import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/two-factor.endpoints.ts'
import {
  beginTwoFactor,
  makeRecoveryCodes,
  readTwoFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.readTwoFactor, ({ context }) => readTwoFactor(context))
  implement(endpoints.beginTwoFactor, ({ context, body }) => beginTwoFactor(context, body))
  implement(endpoints.turnOnTwoFactor, ({ context, body, request }) =>
    turnOnTwoFactor(context, body, request.ip),
  )
  implement(endpoints.turnOffTwoFactor, ({ context, body, request }) =>
    turnOffTwoFactor(context, body, request.ip),
  )
  implement(endpoints.makeRecoveryCodes, ({ context, body, request }) =>
    makeRecoveryCodes(context, body, request.ip),
  )
}
