import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './profile.contracts.ts'

export const readProfile = defineEndpoint<typeof contracts.readProfile>('GET', '/api/profile')
export const listUnmaskings = defineEndpoint<typeof contracts.listUnmaskings>(
  'GET',
  '/api/profile/unmaskings',
)
export const updateProfile = defineEndpoint<typeof contracts.updateProfile>('PUT', '/api/profile')
export const acceptTerms = defineEndpoint<typeof contracts.acceptTerms>('POST', '/api/profile/terms')
export const resubmitApplication = defineEndpoint<typeof contracts.resubmitApplication>(
  'POST',
  '/api/profile/apply-again',
)
