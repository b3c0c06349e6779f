import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './profile.contracts.ts'

export const readProfile = endpoint<typeof contracts.readProfile>('GET', '/api/profile')
export const listUnmaskings = endpoint<typeof contracts.listUnmaskings>('GET', '/api/profile/unmaskings')
export const updateProfile = endpoint<typeof contracts.updateProfile>('PUT', '/api/profile')
export const acceptTerms = endpoint<typeof contracts.acceptTerms>('POST', '/api/profile/terms')
export const applyAgain = endpoint<typeof contracts.applyAgain>('POST', '/api/profile/apply-again')
