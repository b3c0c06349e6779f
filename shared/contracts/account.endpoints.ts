import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './account.contracts.ts'

export const readAccount = endpoint<typeof contracts.readAccount>('GET', '/api/account')
export const confirmPerson = endpoint<typeof contracts.confirmPerson>('POST', '/api/account/confirm')
export const changePassword = endpoint<typeof contracts.changePassword>('PUT', '/api/account/password')
export const requestEmailChange = endpoint<typeof contracts.requestEmailChange>('POST', '/api/account/email')
export const listPreferences = endpoint<typeof contracts.listPreferences>('GET', '/api/account/preferences')
export const setPreference = endpoint<typeof contracts.setPreference>('PUT', '/api/account/preferences')
export const listOwnSessions = endpoint<typeof contracts.listOwnSessions>('GET', '/api/account/sessions')
export const endOwnSession = endpoint<typeof contracts.endOwnSession>('DELETE', '/api/account/sessions/:id')
export const endOtherSessions = endpoint<typeof contracts.endOtherSessions>(
  'POST',
  '/api/account/sessions/end-others',
)
export const setPresence = endpoint<typeof contracts.setPresence>('PUT', '/api/account/presence')
