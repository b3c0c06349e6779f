import { contract } from '#shared/endpoint.ts'
import { largestVault, vaultAnswer, vaultBody } from './vault.ts'

export const readVault = contract({
  access: 'account.manage',
  answer: vaultAnswer,
})

export const saveVault = contract({
  access: 'account.manage',
  body: vaultBody,
  bodyLimit: largestVault,
  answer: 'nothing',
})
