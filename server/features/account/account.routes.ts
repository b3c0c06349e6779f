import type { Routes } from '#server/http/implement.ts'
import { confirmPerson } from '#server/identity/confirm-person.service.ts'
import * as endpoints from '#shared/contracts/account.endpoints.ts'
import { answerTexts } from '#shared/errors.ts'
import { readAccount } from './account.service.ts'
import { requestEmailChange } from './change-email.service.ts'
import { changePassword } from './change-password.service.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.service.ts'
import { listPreferences, setPreference } from './preferences.service.ts'
import { setPresence } from './presence.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.readAccount, ({ context }) => readAccount(context))
  implement(endpoints.confirmPerson, async ({ context, body }) => {
    await confirmPerson(context, body.currentPassword)
  })
  implement(endpoints.changePassword, ({ context, body }) => changePassword(context, body))
  implement(endpoints.requestEmailChange, async ({ context, body }) => {
    await requestEmailChange(context, body)
    return { message: answerTexts.emailChangeAsked }
  })
  implement(endpoints.listPreferences, ({ context }) => listPreferences(context))
  implement(endpoints.setPreference, ({ context, body }) => setPreference(context, body))
  implement(endpoints.setPresence, ({ context, body }) => setPresence(context, body.isShown))
  implement(endpoints.listOwnSessions, ({ context }) => listOwnSessions(context))
  implement(endpoints.endOwnSession, ({ context, params }) => endOwnSession(context, params.id))
  implement(endpoints.endOtherSessions, async ({ context }) => ({ count: await endOtherSessions(context) }))
}
