import type { Routes } from '#server/http/implement.ts'
import { limitBadLinks } from '#server/identity/account-tokens.service.ts'
import * as endpoints from '#shared/contracts/auth.endpoints.ts'
import { answerTexts } from '#shared/errors.ts'
import { requestReset, resetPassword } from './forgot-password.service.ts'
import { denyEntry } from './new-device.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.requestReset, async ({ context, body, request }) => {
    await requestReset(context, body.email, request.ip)
    return {
      message: answerTexts.resetAsked,
    }
  })
  implement(endpoints.resetPassword, async ({ context, body, request }) => {
    await resetPassword(context, body, request.ip)
    return { message: answerTexts.passwordReset }
  })
  implement(endpoints.denyEntry, async ({ context, body, request }) => ({
    token: await limitBadLinks(context, request.ip, () => denyEntry(context, body.token)),
  }))
}
