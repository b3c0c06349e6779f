import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './passkeys.contracts.ts'

export const askForPasskey = endpoint<typeof contracts.askForPasskey>('POST', '/api/auth/passkey/options')
export const enterByPasskey = endpoint<typeof contracts.enterByPasskey>('POST', '/api/auth/passkey')
export const listPasskeys = endpoint<typeof contracts.listPasskeys>('GET', '/api/account/passkeys')
export const beginPasskey = endpoint<typeof contracts.beginPasskey>('POST', '/api/account/passkeys/options')
export const addPasskey = endpoint<typeof contracts.addPasskey>('POST', '/api/account/passkeys')
export const namePasskey = endpoint<typeof contracts.namePasskey>('PUT', '/api/account/passkeys/:id')
export const removePasskey = endpoint<typeof contracts.removePasskey>('DELETE', '/api/account/passkeys/:id')
