import * as z from 'zod/mini'
import { educationLevels, roles } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { buildSingleLineTextSchema } from '#shared/fields/text.ts'
import { currencies } from '#shared/money/currencies.ts'
import { feeFieldErrors } from '#texts/field-errors.ts'
import { validationText } from '#texts/validation.ts'
import { feePeriods, maxFeeAmount } from './fee-kinds.ts'

const year = z.int().check(z.minimum(1950), z.maximum(2100))
export const day = z.iso.date({ error: () => validationText.date })

/** Filters that select which active members of the club or country owe a fee. A member must match every filter. */
const feeAudience = z.strictObject({
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
  countries: z.optional(z.array(z.enum(countries)).check(z.maxLength(countries.length))),
  clubIds: z.optional(z.array(id).check(z.maxLength(100))),
  educationLevels: z.optional(z.array(z.enum(educationLevels)).check(z.maxLength(educationLevels.length))),
  /** Years in which members finish their studies, as a filter of a fee plan. */
  endYears: z.optional(z.array(year).check(z.maxLength(40))),
})
export type FeeAudience = z.infer<typeof feeAudience>

/**
 * Members who owe the fees of a plan: filters, and a segment (saved member filter) that is evaluated when members are
 * charged.
 */
const planAudience = z.extend(feeAudience, { segmentId: z.optional(id) })
export type PlanAudience = z.infer<typeof planAudience>

const badAmount = { error: () => feeFieldErrors.amount }
/** Amount in minor units of a currency, such as cents. */
export const feeAmount = z.int(badAmount).check(z.minimum(1, badAmount), z.maximum(maxFeeAmount, badAmount))
/** Sum or balance in minor units of a currency, such as cents. */
export const feeSum = z.int()
export const currency = z.enum(currencies)
export const feeReason = buildSingleLineTextSchema(200).check(
  z.minLength(1, { error: () => feeFieldErrors.reason }),
)

/** Fee reduction for some members. A reduction of the whole amount is called a waiver. */
const feeReduction = z.strictObject({
  reason: buildSingleLineTextSchema(80).check(z.minLength(1, { error: () => feeFieldErrors.reason })),
  amount: feeAmount,
  audience: feeAudience,
})
export type FeeReduction = z.infer<typeof feeReduction>

export const maxReductions = 5
const planName = buildSingleLineTextSchema(80).check(z.minLength(1, { error: () => feeFieldErrors.name }))

const badReminderDay = { error: () => feeFieldErrors.reminderDays }
export const maxReminderDays = 6
/** Days on which members who have not paid are reminded, counted from the due date. Negative days are before it. */
const reminderDays = z
  .array(z.int(badReminderDay).check(z.minimum(-60, badReminderDay), z.maximum(365, badReminderDay)))
  .check(z.maxLength(maxReminderDays, badReminderDay))

const planFields = {
  name: planName,
  amount: feeAmount,
  graceDays: z._default(z.int().check(z.minimum(0), z.maximum(90)), 14),
  reminderDays: z._default(reminderDays, [-7, 1, 14]),
  audience: z._default(planAudience, {}),
  reductions: z._default(z.array(feeReduction).check(z.maxLength(maxReductions)), []),
}

function isReductionWithinAmount({ amount, reductions }: { amount: number; reductions: FeeReduction[] }) {
  return reductions.every(reduction => reduction.amount <= amount)
}
const reductionCheck = z.refine<{ amount: number; reductions: FeeReduction[] }>(isReductionWithinAmount, {
  path: ['reductions'],
  error: () => feeFieldErrors.reduction,
})

/** Collector of a fee: a club, a country, or headquarters when `clubId` and `country` are null. */
const placeFields = { clubId: z.nullable(id), country: z.nullable(z.enum(countries)) }

export const newPlanBody = z
  .strictObject({ ...placeFields, ...planFields, currency, period: z.enum(feePeriods) })
  .check(reductionCheck)
export type NewPlanBody = z.output<typeof newPlanBody>

export const planBody = z.strictObject(planFields).check(reductionCheck)
export type PlanBody = z.output<typeof planBody>

export const planParams = z.object({ id: idParam })

/** Sums of fee charges. The charged amount is the sum of paid, waived and outstanding amount. */
export const feeSums = z.object({
  charged: feeSum,
  paid: feeSum,
  waived: feeSum,
  outstanding: feeSum,
  chargedCount: z.int(),
  /** Number of settled charges that were paid at least in part, so not waived completely. */
  paidCount: z.int(),
  /** Number of settled charges that were waived completely. */
  waivedCount: z.int(),
  openCount: z.int(),
  /** Outstanding amount of the charges whose transfer slip (proof of payment) awaits a decision. */
  waiting: feeSum,
  waitingCount: z.int(),
  overdueCount: z.int(),
})
export type FeeSums = z.input<typeof feeSums>

export const feePlanItem = z.object({
  id,
  bookId: id,
  ...placeFields,
  /** Name of the club that collects the fee; null for fee plans of a country or headquarters. */
  clubName: z.nullable(z.string()),
  name: z.string(),
  amount: feeSum,
  currency,
  period: z.enum(feePeriods),
  closedAt: z.nullable(instant),
  sums: feeSums,
})
export type FeePlanItem = z.input<typeof feePlanItem>

export const feePlanDetail = z.extend(feePlanItem, {
  graceDays: z.int(),
  reminderDays: z.array(z.int()),
  audience: planAudience,
  reductions: z.array(feeReduction),
  /** Whether the caller may change and close the fee plan and charge its members. */
  isManaged: z.boolean(),
  /** Earliest due date that a new charge of the fee plan may have. */
  earliestDueOn: z.string(),
  periods: z.array(
    z.object({ period: z.string(), dueOn: z.string(), isFinished: z.boolean(), sums: feeSums }),
  ),
})
export type FeePlanDetail = z.input<typeof feePlanDetail>

/** Period of a charge: `2026` for yearly plans, `2026-1` or `2026-2` for semester plans, `once` for others. */
export const periodKey = z.string().check(z.regex(/^(20\d\d(-[12])?|once)$/))
export const previewQuery = z.strictObject({ period: periodKey })

/**
 * Preview of charging a fee plan: members and amounts that would be charged now. Members charged before are left out.
 */
export const feePreview = z.object({
  count: z.int(),
  total: feeSum,
  chargedBefore: z.int(),
  /**
   * Groups of members who would be charged the same amount for the same reason. The reason is null for members without
   * a reduction.
   */
  groups: z.array(
    z.object({ reason: z.nullable(z.string()), amount: feeSum, count: z.int(), total: feeSum }),
  ),
  /** Some of the members whom the fee plan would charge, sorted by name. */
  people: z.array(
    z.object({ userId: id, fullName: z.string(), reason: z.nullable(z.string()), amount: feeSum }),
  ),
})
export type FeePreview = z.input<typeof feePreview>

export const chargePlanMembersBody = z.strictObject({ period: periodKey, dueOn: day })
export type ChargePlanMembersBody = z.output<typeof chargePlanMembersBody>
/**
 * `charged` is the number of new charges. For many members, `isFinished` is false and the server continues in the
 * background.
 */
export const raiseResponse = z.object({ charged: z.int(), isFinished: z.boolean() })
