import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './vault.contracts.ts'

export const readVault = endpoint<typeof contracts.readVault>('GET', '/api/keys/me/vault')
export const saveVault = endpoint<typeof contracts.saveVault>('PUT', '/api/keys/me/vault')
