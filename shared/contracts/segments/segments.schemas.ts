import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { segmentFieldErrors } from '#texts/field-errors.ts'
import { definitionFields } from './conditions.schemas.ts'

/** Maximum number of segments (saved member filters) of one club, one country or headquarters. */
export const maxSegmentsPerScope = 50

export const segmentParams = z.object({ id: idParam })

export const segmentBody = z.strictObject({
  name: buildSingleLineTextSchema(60).check(z.minLength(1, { error: () => segmentFieldErrors.name })),
  ...definitionFields,
})
export type SegmentBody = z.output<typeof segmentBody>

export const segment = z.object({ id, name: z.string(), ...definitionFields })
export type Segment = z.input<typeof segment>

export const createdSegment = z.object({ id })

/** Number of members in a segment within the caller's scope. Counting stops at 10,000, which sets `isCapped`. */
export const segmentCount = z.object({ count: z.int(), isCapped: z.boolean() })

/** Properties, such as country or club, by which the members of a segment (saved member filter) can be counted. */
export const breakdownDimensions = ['country', 'club', 'educationLevel', 'role'] as const
export type BreakdownDimension = (typeof breakdownDimensions)[number]
export const breakdownQuery = z.strictObject({ by: z.enum(breakdownDimensions) })
/**
 * Numbers of a segment's members by one dimension, such as country, largest first, at most 20 rows. The value null
 * means unknown.
 */
export const breakdown = z.object({
  total: z.int(),
  rows: z.array(z.object({ key: z.nullable(z.string()), count: z.int() })),
})
