import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './merging.contracts.ts'

export const listPairs = endpoint<typeof contracts.listPairs>('GET', '/api/merging/pairs')
export const dismissPair = endpoint<typeof contracts.dismissPair>('POST', '/api/merging/pairs/:id/dismiss')
export const previewMerge = endpoint<typeof contracts.previewMerge>('GET', '/api/merging/:id/with/:otherId')
export const mergeUsers = endpoint<typeof contracts.mergeUsers>('POST', '/api/merging/:id/with/:otherId')
export const withdrawMerge = endpoint<typeof contracts.withdrawMerge>('DELETE', '/api/merging/requests/:id')
export const readOwnMerge = endpoint<typeof contracts.readOwnMerge>('GET', '/api/account/merging')
export const confirmMerge = endpoint<typeof contracts.confirmMerge>(
  'POST',
  '/api/account/merging/:id/confirm',
)
export const declineMerge = endpoint<typeof contracts.declineMerge>(
  'POST',
  '/api/account/merging/:id/decline',
)
