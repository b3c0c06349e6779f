import * as z from 'zod/mini'
import { educationLevels, roles } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import { singleLineText } from '#shared/fields/text.ts'
import { currencies } from '#shared/money/currencies.ts'
import { feeFieldErrors } from '#texts/field-errors.ts'
import { validationText } from '#texts/validation.ts'
import { feePeriods, maxFeeAmount } from './fee-kinds.ts'

const year = z.int().check(z.minimum(1950), z.maximum(2100))
export const day = z.iso.date({ error: () => validationText.date })

/** Who owes a fee, among the active members of the book's club or country. A member matches every filter. */
const feeAudience = z.strictObject({
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
  countries: z.optional(z.array(z.enum(countries)).check(z.maxLength(countries.length))),
  clubIds: z.optional(z.array(id).check(z.maxLength(100))),
  educationLevels: z.optional(z.array(z.enum(educationLevels)).check(z.maxLength(educationLevels.length))),
  /** Years in which members finish their studies. */
  endYears: z.optional(z.array(year).check(z.maxLength(40))),
})
export type FeeAudience = z.infer<typeof feeAudience>

const badAmount = { error: () => feeFieldErrors.amount }
/** Amount in minor units of a currency. */
export const feeAmount = z.int(badAmount).check(z.minimum(1, badAmount), z.maximum(maxFeeAmount, badAmount))
/** Sum or balance in minor units of a currency. */
export const feeSum = z.int()
export const currency = z.enum(currencies)
export const feeReason = singleLineText(200).check(z.minLength(1, { error: () => feeFieldErrors.reason }))

/** Reduction that applies to some members when a plan is raised. A reduction of the whole amount is a waiver. */
const feeReduction = z.strictObject({
  reason: singleLineText(80).check(z.minLength(1, { error: () => feeFieldErrors.reason })),
  amount: feeAmount,
  audience: feeAudience,
})
export type FeeReduction = z.infer<typeof feeReduction>

export const maxReductions = 5
const planName = singleLineText(80).check(z.minLength(1, { error: () => feeFieldErrors.name }))

const planFields = {
  name: planName,
  amount: feeAmount,
  graceDays: z._default(z.int().check(z.minimum(0), z.maximum(90)), 14),
  audience: z._default(feeAudience, {}),
  reductions: z._default(z.array(feeReduction).check(z.maxLength(maxReductions)), []),
}

function isReductionWithinAmount({ amount, reductions }: { amount: number; reductions: FeeReduction[] }) {
  return reductions.every(reduction => reduction.amount <= amount)
}
const reductionCheck = z.refine<{ amount: number; reductions: FeeReduction[] }>(isReductionWithinAmount, {
  path: ['reductions'],
  error: () => feeFieldErrors.reduction,
})

/** Collector of a fee: a club, a country, or headquarters when both are null. */
const placeFields = { clubId: z.nullable(id), country: z.nullable(z.enum(countries)) }

export const newPlanBody = z
  .strictObject({ ...placeFields, ...planFields, currency, period: z.enum(feePeriods) })
  .check(reductionCheck)
export type NewPlanBody = z.output<typeof newPlanBody>

export const planBody = z.strictObject(planFields).check(reductionCheck)
export type PlanBody = z.output<typeof planBody>

export const planParams = z.object({ id: idParam })

/** Sums of charges. They add up: charged = paid + waived + outstanding. */
export const feeSums = z.object({
  charged: feeSum,
  paid: feeSum,
  waived: feeSum,
  outstanding: feeSum,
  chargedCount: z.int(),
  /** Charges without anything outstanding, of which a part was paid. */
  paidCount: z.int(),
  /** Charges without anything outstanding, of which nothing was paid. */
  waivedCount: z.int(),
  openCount: z.int(),
  overdueCount: z.int(),
})
export type FeeSums = z.input<typeof feeSums>

export const feePlanItem = z.object({
  id,
  bookId: id,
  ...placeFields,
  /** Name of the club; null for plans of a country or headquarters. */
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
  audience: feeAudience,
  reductions: z.array(feeReduction),
  /** Whether the caller may raise, change and close the plan. */
  isManaged: z.boolean(),
  /** First day that may be the due date of a new charge. */
  earliestDueOn: z.string(),
  periods: z.array(
    z.object({ period: z.string(), dueOn: z.string(), isFinished: z.boolean(), sums: feeSums }),
  ),
})
export type FeePlanDetail = z.input<typeof feePlanDetail>

/** Period of a raising: `2026` of yearly plans, `2026-1` or `2026-2` of semester plans, `once` of others. */
export const periodKey = z.string().check(z.regex(/^(20\d\d(-[12])?|once)$/))
export const previewQuery = z.strictObject({ period: periodKey })

/** Who would owe what when the plan were raised now. Members who are charged already are left out. */
export const feePreview = z.object({
  count: z.int(),
  total: feeSum,
  chargedBefore: z.int(),
  /** Groups of members who owe the same amount. The reason is null for members without a reduction. */
  groups: z.array(
    z.object({ reason: z.nullable(z.string()), amount: feeSum, count: z.int(), total: feeSum }),
  ),
  /** First members by name. */
  people: z.array(
    z.object({ userId: id, fullName: z.string(), reason: z.nullable(z.string()), amount: feeSum }),
  ),
})
export type FeePreview = z.input<typeof feePreview>

export const raiseBody = z.strictObject({ period: periodKey, dueOn: day })
export type RaiseBody = z.output<typeof raiseBody>
/** `charged` counts new charges. A large plan is not finished; the server continues in the background. */
export const raiseResponse = z.object({ charged: z.int(), isFinished: z.boolean() })
