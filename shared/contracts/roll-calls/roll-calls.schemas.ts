import * as z from 'zod/mini'
import { safetyStates } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema, exportFormat, idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import {
  buildMultiLineTextSchema,
  buildOptionalFieldSchema,
  buildSingleLineTextSchema,
} from '#shared/fields/text.ts'
import { otherFieldErrors } from '#texts/field-errors.ts'

/** Maximum number of days for which a roll call (safety check) and its answers are kept before erasure. */
const maxRetentionDays = 30

export const rollCallBody = z.strictObject({
  /** Country of the roll call; the caller's own country when omitted. */
  country: z.optional(z.enum(countries)),
  /** City that limits the roll call to members of clubs in this city. */
  city: buildOptionalFieldSchema(buildSingleLineTextSchema(100)),
  message: buildMultiLineTextSchema(500).check(
    z.minLength(1, { error: () => otherFieldErrors.rollCallReason }),
  ),
  days: z._default(z.int().check(z.minimum(1), z.maximum(maxRetentionDays)), 7),
})
export type RollCallBody = z.output<typeof rollCallBody>

export const safetyBody = z.strictObject({
  state: z.enum(safetyStates),
  note: buildOptionalFieldSchema(buildSingleLineTextSchema(200)),
  place: buildOptionalFieldSchema(buildSingleLineTextSchema(200)),
})
export type SafetyBody = z.output<typeof safetyBody>

export const rollCallParams = z.object({ id: idParam })
export const askedPersonParams = z.object({ id: idParam, userId: idParam })

export const rollCallStates = ['silent', ...safetyStates] as const
export type RollCallState = (typeof rollCallStates)[number]
export const askedPeopleQuery = z.strictObject({
  state: z._default(z.enum(rollCallStates), 'silent'),
  after: z.optional(idParam),
  limit: z._default(buildQueryNumberSchema(1, 100), 50),
})
export type AskedPeopleQuery = z.output<typeof askedPeopleQuery>
export const rollCallExportQuery = z.strictObject({ format: exportFormat })

export const rollCallItem = z.object({
  id,
  country: z.enum(countries),
  city: z.nullable(z.string()),
  message: z.string(),
  createdAt: instant,
  closedAt: z.nullable(instant),
})

export const rollCallDetail = z.extend(rollCallItem, {
  askedBy: z.string(),
  eraseAt: instant,
  /** Answer of the caller to the roll call (safety check); null when the caller is not among the people asked. */
  mine: z.nullable(
    z.object({
      state: z.nullable(z.enum(safetyStates)),
      note: z.nullable(z.string()),
      place: z.nullable(z.string()),
      answeredAt: z.nullable(instant),
    }),
  ),
  /** Counts of the answers to the roll call. Only its managers see them; the value is null for others. */
  counts: z.nullable(
    z.object({ asked: z.int(), told: z.int(), silent: z.int(), safe: z.int(), help: z.int() }),
  ),
})
export type RollCallDetail = z.input<typeof rollCallDetail>

/**
 * Person in a roll-call (safety check), without phone number. Each phone number is read by a separate, audited request.
 */
export const askedPerson = z.object({
  userId: id,
  fullName: z.string(),
  clubName: z.nullable(z.string()),
  hasPhone: z.boolean(),
  state: z.nullable(z.enum(safetyStates)),
  note: z.nullable(z.string()),
  place: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
})
export type AskedPerson = z.input<typeof askedPerson>
export const phoneResponse = z.object({ phone: z.nullable(z.string()) })
