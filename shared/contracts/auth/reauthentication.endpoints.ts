import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './reauthentication.contracts.ts'

export const readReauthenticationMethods = defineEndpoint<typeof contracts.readReauthenticationMethods>(
  'GET',
  '/api/auth/proof',
)
export const reauthenticateByPassword = defineEndpoint<typeof contracts.reauthenticateByPassword>(
  'POST',
  '/api/auth/proof/password',
)
export const reauthenticateByCode = defineEndpoint<typeof contracts.reauthenticateByCode>(
  'POST',
  '/api/auth/proof/code',
)
export const requestOwnPasskeyOptions = defineEndpoint<typeof contracts.requestOwnPasskeyOptions>(
  'POST',
  '/api/auth/proof/passkey/options',
)
export const reauthenticateByPasskey = defineEndpoint<typeof contracts.reauthenticateByPasskey>(
  'POST',
  '/api/auth/proof/passkey',
)
