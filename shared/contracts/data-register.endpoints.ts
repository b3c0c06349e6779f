import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './data-register.contracts.ts'

export const readDataRegister = endpoint<typeof contracts.readDataRegister>('GET', '/api/data-register')
export const exportDataRegister = endpoint<typeof contracts.exportDataRegister>(
  'GET',
  '/api/data-register/export',
)
