import * as z from 'zod/mini'
import { reauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { defineContract } from '#shared/endpoint.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { countResponse, messageResponse, noBody } from '#shared/fields/responses.ts'
import {
  account,
  changeEmailBody,
  changePasswordBody,
  ownSession,
  setLanguageBody,
  setPresenceBody,
} from './account.schemas.ts'
import { preference } from './preferences.schemas.ts'

/** Applicants may read their account data, because they need it to re-authenticate when they request erasure. */
export const readAccount = defineContract({ access: 'signed-in', answer: account })

/** Checks the password of the signed-in user before the device decrypts the user's encryption keys. */
export const confirmOwnPassword = defineContract({
  access: 'account.manage',
  body: reauthenticationBody,
  answer: 'nothing',
})

export const changePassword = defineContract({
  access: 'account.manage',
  proof: true,
  body: changePasswordBody,
  answer: 'nothing',
})

export const requestEmailChange = defineContract({
  access: 'account.manage',
  proof: true,
  body: changeEmailBody,
  answer: messageResponse,
})

export const listPreferences = defineContract({
  access: 'account.manage',
  answer: z.array(preference),
})

export const setPreference = defineContract({
  access: 'account.manage',
  body: preference,
  answer: 'nothing',
})

export const listOwnSessions = defineContract({
  access: 'account.manage',
  answer: z.array(ownSession),
})

export const endOwnSession = defineContract({
  access: 'account.manage',
  params: z.object({ id: idParam }),
  body: noBody,
  answer: 'nothing',
})

export const endOtherSessions = defineContract({
  access: 'account.manage',
  body: noBody,
  answer: countResponse,
})

export const setLanguage = defineContract({
  access: 'account.manage',
  body: setLanguageBody,
  answer: 'nothing',
})

export const setPresence = defineContract({
  access: 'account.manage',
  body: setPresenceBody,
  answer: 'nothing',
})
