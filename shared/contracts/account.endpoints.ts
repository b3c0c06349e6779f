import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { account, changeEmailBody, changePasswordBody, ownSession, presenceBody } from './account.ts'
import { countAnswer, messageAnswer, noBody } from './answers.ts'
import { proofBody } from './password.ts'
import { preference } from './preferences.ts'
import { idParam } from './query.ts'

/** Also for those who wait: whoever wants to be erased has to know how to confirm it. */
export const readAccount = endpoint('GET', '/api/account', { access: 'signed-in', answer: account })

/** Whether whoever sits there is the person: before the device itself opens what it keeps locked. */
export const confirmPerson = endpoint('POST', '/api/account/confirm', {
  access: 'account.manage',
  body: proofBody,
  answer: 'nothing',
})

export const changePassword = endpoint('PUT', '/api/account/password', {
  access: 'account.manage',
  proof: true,
  body: changePasswordBody,
  answer: 'nothing',
})

export const requestEmailChange = endpoint('POST', '/api/account/email', {
  access: 'account.manage',
  proof: true,
  body: changeEmailBody,
  answer: messageAnswer,
})

export const listPreferences = endpoint('GET', '/api/account/preferences', {
  access: 'account.manage',
  answer: z.array(preference),
})

export const setPreference = endpoint('PUT', '/api/account/preferences', {
  access: 'account.manage',
  body: preference,
  answer: 'nothing',
})

export const listOwnSessions = endpoint('GET', '/api/account/sessions', {
  access: 'account.manage',
  answer: z.array(ownSession),
})

export const endOwnSession = endpoint('DELETE', '/api/account/sessions/:id', {
  access: 'account.manage',
  params: z.object({ id: idParam }),
  body: noBody,
  answer: 'nothing',
})

export const endOtherSessions = endpoint('POST', '/api/account/sessions/end-others', {
  access: 'account.manage',
  body: noBody,
  answer: countAnswer,
})

export const setPresence = endpoint('PUT', '/api/account/presence', {
  access: 'account.manage',
  body: presenceBody,
  answer: 'nothing',
})
