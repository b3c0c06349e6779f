import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { segmentDefinition } from './conditions.schemas.ts'
import {
  breakdown,
  breakdownQuery,
  createdSegment,
  segment,
  segmentBody,
  segmentCount,
  segmentParams,
} from './segments.schemas.ts'

/** Lists the segments (saved member filters) of the caller's own scope: headquarters, country or club. */
export const listSegments = defineContract({ access: 'segments.use', answer: z.array(segment) })

export const createSegment = defineContract({
  access: 'segments.use',
  body: segmentBody,
  answer: createdSegment,
})

export const updateSegment = defineContract({
  access: 'segments.use',
  params: segmentParams,
  body: segmentBody,
  answer: 'nothing',
})

/** Deletes a segment. Returns 409 while an unsent announcement or an open fee plan uses the segment. */
export const deleteSegment = defineContract({
  access: 'segments.use',
  params: segmentParams,
  answer: 'nothing',
})

/** Counts the members within the caller's scope who currently meet the conditions of a segment. */
export const countSegment = defineContract({
  access: 'segments.use',
  mayLag: true,
  body: segmentDefinition,
  answer: segmentCount,
})

export const readSegmentBreakdown = defineContract({
  access: 'segments.use',
  mayLag: true,
  params: segmentParams,
  query: breakdownQuery,
  answer: breakdown,
})
