import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './account.contracts.ts'

export const readAccount = defineEndpoint<typeof contracts.readAccount>('GET', '/api/account')
export const confirmOwnPassword = defineEndpoint<typeof contracts.confirmOwnPassword>(
  'POST',
  '/api/account/confirm',
)
export const changePassword = defineEndpoint<typeof contracts.changePassword>('PUT', '/api/account/password')
export const requestEmailChange = defineEndpoint<typeof contracts.requestEmailChange>(
  'POST',
  '/api/account/email',
)
export const listPreferences = defineEndpoint<typeof contracts.listPreferences>(
  'GET',
  '/api/account/preferences',
)
export const setPreference = defineEndpoint<typeof contracts.setPreference>('PUT', '/api/account/preferences')
export const listOwnSessions = defineEndpoint<typeof contracts.listOwnSessions>(
  'GET',
  '/api/account/sessions',
)
export const endOwnSession = defineEndpoint<typeof contracts.endOwnSession>(
  'DELETE',
  '/api/account/sessions/:id',
)
export const endOtherSessions = defineEndpoint<typeof contracts.endOtherSessions>(
  'POST',
  '/api/account/sessions/end-others',
)
export const setLanguage = defineEndpoint<typeof contracts.setLanguage>('PUT', '/api/account/language')
export const setPresence = defineEndpoint<typeof contracts.setPresence>('PUT', '/api/account/presence')
