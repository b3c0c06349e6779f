import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './vault.contracts.ts'

export const readVault = defineEndpoint<typeof contracts.readVault>('GET', '/api/keys/me/vault')
export const saveVault = defineEndpoint<typeof contracts.saveVault>('PUT', '/api/keys/me/vault')
