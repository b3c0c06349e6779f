import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './segments.contracts.ts'

export const listSegments = defineEndpoint<typeof contracts.listSegments>('GET', '/api/segments')
export const createSegment = defineEndpoint<typeof contracts.createSegment>('POST', '/api/segments')
export const countSegment = defineEndpoint<typeof contracts.countSegment>('POST', '/api/segments/count')
export const updateSegment = defineEndpoint<typeof contracts.updateSegment>('PUT', '/api/segments/:id')
export const deleteSegment = defineEndpoint<typeof contracts.deleteSegment>('DELETE', '/api/segments/:id')
export const readSegmentBreakdown = defineEndpoint<typeof contracts.readSegmentBreakdown>(
  'GET',
  '/api/segments/:id/breakdown',
)
