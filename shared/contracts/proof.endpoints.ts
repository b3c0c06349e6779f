import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './proof.contracts.ts'

export const readProof = endpoint<typeof contracts.readProof>('GET', '/api/auth/proof')
export const proveByPassword = endpoint<typeof contracts.proveByPassword>('POST', '/api/auth/proof/password')
export const proveByCode = endpoint<typeof contracts.proveByCode>('POST', '/api/auth/proof/code')
export const askForOwnPasskey = endpoint<typeof contracts.askForOwnPasskey>(
  'POST',
  '/api/auth/proof/passkey/options',
)
export const proveByPasskey = endpoint<typeof contracts.proveByPasskey>('POST', '/api/auth/proof/passkey')
