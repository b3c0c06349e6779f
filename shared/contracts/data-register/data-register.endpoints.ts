import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './data-register.contracts.ts'

export const readDataRegister = defineEndpoint<typeof contracts.readDataRegister>('GET', '/api/data-register')
export const exportDataRegister = defineEndpoint<typeof contracts.exportDataRegister>(
  'GET',
  '/api/data-register/export',
)
