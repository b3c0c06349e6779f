import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { account, changeEmailBody, changePasswordBody, ownSession, presenceBody } from './account.ts'
import { countAnswer, messageAnswer, noBody } from './answers.ts'
import { proofBody } from './password.ts'
import { preference } from './preferences.ts'
import { idParam } from './query.ts'

/** Open to pending accounts: an applicant who requests erasure must see how to re-authenticate. */
export const readAccount = contract({ access: 'signed-in', answer: account })

/** Checks the password of the signed-in user before the device decrypts its locked keys. */
export const confirmPerson = contract({
  access: 'account.manage',
  body: proofBody,
  answer: 'nothing',
})

export const changePassword = contract({
  access: 'account.manage',
  proof: true,
  body: changePasswordBody,
  answer: 'nothing',
})

export const requestEmailChange = contract({
  access: 'account.manage',
  proof: true,
  body: changeEmailBody,
  answer: messageAnswer,
})

export const listPreferences = contract({
  access: 'account.manage',
  answer: z.array(preference),
})

export const setPreference = contract({
  access: 'account.manage',
  body: preference,
  answer: 'nothing',
})

export const listOwnSessions = contract({
  access: 'account.manage',
  answer: z.array(ownSession),
})

export const endOwnSession = contract({
  access: 'account.manage',
  params: z.object({ id: idParam }),
  body: noBody,
  answer: 'nothing',
})

export const endOtherSessions = contract({
  access: 'account.manage',
  body: noBody,
  answer: countAnswer,
})

export const setPresence = contract({
  access: 'account.manage',
  body: presenceBody,
  answer: 'nothing',
})
