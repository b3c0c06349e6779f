import { defineContract } from '#shared/endpoint.ts'
import { maxVaultBytes, vaultBody, vaultResponse } from './vault.schemas.ts'

export const readVault = defineContract({
  access: 'account.manage',
  answer: vaultResponse,
})

export const saveVault = defineContract({
  access: 'account.manage',
  body: vaultBody,
  bodyLimit: maxVaultBytes,
  answer: 'nothing',
})
