import { endpoint } from '#shared/endpoint.ts'
import { largestVault, vaultAnswer, vaultBody } from './vault.ts'

export const readVault = endpoint('GET', '/api/keys/me/vault', {
  access: 'account.manage',
  answer: vaultAnswer,
})

export const saveVault = endpoint('PUT', '/api/keys/me/vault', {
  access: 'account.manage',
  body: vaultBody,
  bodyLimit: largestVault,
  answer: 'nothing',
})
