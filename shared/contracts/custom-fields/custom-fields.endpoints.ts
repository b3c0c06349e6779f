import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './custom-fields.contracts.ts'

export const listManagedFields = defineEndpoint<typeof contracts.listManagedFields>(
  'GET',
  '/api/custom-fields',
)
export const createField = defineEndpoint<typeof contracts.createField>('POST', '/api/custom-fields')
export const updateField = defineEndpoint<typeof contracts.updateField>('PUT', '/api/custom-fields/:id')
export const orderFields = defineEndpoint<typeof contracts.orderFields>('PUT', '/api/custom-fields/order')
export const removeField = defineEndpoint<typeof contracts.removeField>('DELETE', '/api/custom-fields/:id')
export const restoreField = defineEndpoint<typeof contracts.restoreField>(
  'POST',
  '/api/custom-fields/:id/restore',
)
export const listFieldColumns = defineEndpoint<typeof contracts.listFieldColumns>(
  'GET',
  '/api/custom-fields/columns',
)
export const listRegistrationFields = defineEndpoint<typeof contracts.listRegistrationFields>(
  'GET',
  '/api/custom-fields/registration',
)
export const readOwnFields = defineEndpoint<typeof contracts.readOwnFields>(
  'GET',
  '/api/profile/custom-fields',
)
export const updateOwnFields = defineEndpoint<typeof contracts.updateOwnFields>(
  'PUT',
  '/api/profile/custom-fields',
)
export const readMemberFields = defineEndpoint<typeof contracts.readMemberFields>(
  'GET',
  '/api/users/:id/custom-fields',
)
export const updateMemberFields = defineEndpoint<typeof contracts.updateMemberFields>(
  'PUT',
  '/api/users/:id/custom-fields',
)
