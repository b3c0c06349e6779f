import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './passkeys.contracts.ts'

export const requestPasskeyOptions = defineEndpoint<typeof contracts.requestPasskeyOptions>(
  'POST',
  '/api/auth/passkey/options',
)
export const finishPasskeySignIn = defineEndpoint<typeof contracts.finishPasskeySignIn>(
  'POST',
  '/api/auth/passkey',
)
export const listPasskeys = defineEndpoint<typeof contracts.listPasskeys>('GET', '/api/account/passkeys')
export const requestNewPasskeyOptions = defineEndpoint<typeof contracts.requestNewPasskeyOptions>(
  'POST',
  '/api/account/passkeys/options',
)
export const addPasskey = defineEndpoint<typeof contracts.addPasskey>('POST', '/api/account/passkeys')
export const renamePasskey = defineEndpoint<typeof contracts.renamePasskey>(
  'PUT',
  '/api/account/passkeys/:id',
)
export const removePasskey = defineEndpoint<typeof contracts.removePasskey>(
  'DELETE',
  '/api/account/passkeys/:id',
)
