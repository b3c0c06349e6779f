// Conditions of segments (saved member filters).
// TypeScript reports an error when a new kind of segment condition lacks its schema, SQL or editor.
// A segment condition has a schema here, SQL in condition-sql.queries.ts, an editor in condition-kinds.tsx.
import * as z from 'zod/mini'
import {
  appointedOffices,
  educationLevels,
  maxAttendanceCondition,
  roles,
  segmentMatches,
  userStatuses,
} from '#shared/constants.ts'
import { isValidCustomFieldCondition } from '#shared/contracts/custom-fields/field-conditions.ts'
import { fieldOperators } from '#shared/contracts/custom-fields/field-kinds.ts'
import { feeConditionStates } from '#shared/contracts/fees/charge-states.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { segmentFieldErrors } from '#texts/field-errors.ts'

const required = { error: () => segmentFieldErrors.value }
const year = z.int().check(z.minimum(1950), z.maximum(2100))
const months = z.int().check(z.minimum(1), z.maximum(60))
const chooseFrom = <const Value extends string>(values: readonly Value[]) =>
  z.array(z.enum(values)).check(z.minLength(1, required), z.maxLength(values.length))

/** Schemas of the conditions in a segment, by kind. `isNot` selects the members who do not meet the condition. */
const schemas = {
  status: z.strictObject({ kind: z.literal('status'), values: chooseFrom(userStatuses) }),
  role: z.strictObject({ kind: z.literal('role'), values: chooseFrom(roles) }),
  country: z.strictObject({ kind: z.literal('country'), values: chooseFrom(countries) }),
  club: z.strictObject({
    kind: z.literal('club'),
    ids: z.array(id).check(z.minLength(1, required), z.maxLength(100)),
  }),
  institution: z.strictObject({
    kind: z.literal('institution'),
    text: buildSingleLineTextSchema(200).check(
      z.minLength(3, { error: () => segmentFieldErrors.institution }),
    ),
  }),
  educationLevel: z.strictObject({ kind: z.literal('educationLevel'), values: chooseFrom(educationLevels) }),
  startYear: z.strictObject({ kind: z.literal('startYear'), from: year, to: year }),
  endYear: z.strictObject({ kind: z.literal('endYear'), from: year, to: year }),
  registered: z.strictObject({ kind: z.literal('registered'), months, isNot: z.boolean() }),
  office: z.strictObject({ kind: z.literal('office'), values: chooseFrom(appointedOffices) }),
  lastSeen: z.strictObject({ kind: z.literal('lastSeen'), months, isNot: z.boolean() }),
  attendance: z.strictObject({
    kind: z.literal('attendance'),
    atLeast: z.int().check(z.minimum(1), z.maximum(maxAttendanceCondition)),
    months,
    isNot: z.boolean(),
  }),
  activity: z.strictObject({
    kind: z.literal('activity'),
    activityId: id,
    participation: z.enum(['joined', 'attended']),
  }),
  tag: z.strictObject({ kind: z.literal('tag'), tagId: id, isNot: z.boolean() }),
  fee: z
    .strictObject({
      kind: z.literal('fee'),
      state: z.enum(feeConditionStates),
      /** Fee plan that a fee condition checks; null for any fee plan. The state `paid` needs a fee plan. */
      planId: z.nullable(id),
    })
    .check(z.refine(({ state, planId }) => state !== 'paid' || planId !== null, required)),
  field: z
    .strictObject({
      kind: z.literal('field'),
      fieldId: id,
      operator: z.enum(fieldOperators),
      /** Value that the condition compares with the member's value, as text; absent for operators without a value. */
      value: z.optional(z.string().check(z.maxLength(200))),
    })
    .check(z.refine(condition => isValidCustomFieldCondition(condition), required)),
  rollCall: z.strictObject({
    kind: z.literal('rollCall'),
    rollCallId: id,
    participation: z.enum(['answered', 'silent']),
  }),
}

export type ConditionKind = keyof typeof schemas

export const segmentCondition = z.discriminatedUnion('kind', [
  schemas.status,
  schemas.role,
  schemas.country,
  schemas.club,
  schemas.institution,
  schemas.educationLevel,
  schemas.startYear,
  schemas.endYear,
  schemas.registered,
  schemas.office,
  schemas.lastSeen,
  schemas.attendance,
  schemas.activity,
  schemas.tag,
  schemas.fee,
  schemas.field,
  schemas.rollCall,
])
export type SegmentCondition = z.output<typeof segmentCondition>
/** TypeScript type of the conditions of kind `Kind` in segments (saved member filters). */
export type ConditionOf<Kind extends ConditionKind> = Extract<SegmentCondition, { kind: Kind }>

export const maxSegmentConditions = 10

export const definitionFields = {
  match: z.enum(segmentMatches),
  conditions: z
    .array(segmentCondition)
    .check(z.minLength(1, { error: () => segmentFieldErrors.conditions }), z.maxLength(maxSegmentConditions)),
}
/** Conditions of a segment (saved member filter), and whether members must meet all of them or any. */
export const segmentDefinition = z.strictObject(definitionFields)
export type SegmentDefinition = z.output<typeof segmentDefinition>
