import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './merging.contracts.ts'

export const listPairs = defineEndpoint<typeof contracts.listPairs>('GET', '/api/merging/pairs')
export const dismissPair = defineEndpoint<typeof contracts.dismissPair>(
  'POST',
  '/api/merging/pairs/:id/dismiss',
)
export const previewMerge = defineEndpoint<typeof contracts.previewMerge>(
  'GET',
  '/api/merging/:id/with/:otherId',
)
export const mergeUsersOrRequestConsent = defineEndpoint<typeof contracts.mergeUsersOrRequestConsent>(
  'POST',
  '/api/merging/:id/with/:otherId',
)
export const withdrawMerge = defineEndpoint<typeof contracts.withdrawMerge>(
  'DELETE',
  '/api/merging/requests/:id',
)
export const readOwnMerge = defineEndpoint<typeof contracts.readOwnMerge>('GET', '/api/account/merging')
export const confirmMerge = defineEndpoint<typeof contracts.confirmMerge>(
  'POST',
  '/api/account/merging/:id/confirm',
)
export const declineMerge = defineEndpoint<typeof contracts.declineMerge>(
  'POST',
  '/api/account/merging/:id/decline',
)
