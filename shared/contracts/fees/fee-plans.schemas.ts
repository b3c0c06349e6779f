import * as z from 'zod/mini'
import { educationLevels, roles } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { singleLineText } from '#shared/fields/text.ts'
import { currencies } from '#shared/money/currencies.ts'
import { feePeriods, maxFeeAmount } from './fee-kinds.ts'

const year = z.int().check(z.minimum(1950), z.maximum(2100))

/** Who owes a fee, among the active members of the book's club or country. A member matches every filter. */
export const feeAudience = z.strictObject({
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
  countries: z.optional(z.array(z.enum(countries)).check(z.maxLength(countries.length))),
  clubIds: z.optional(z.array(id).check(z.maxLength(100))),
  educationLevels: z.optional(z.array(z.enum(educationLevels)).check(z.maxLength(educationLevels.length))),
  /** Years in which members finish their studies. */
  endYears: z.optional(z.array(year).check(z.maxLength(40))),
})
export type FeeAudience = z.infer<typeof feeAudience>

/** Amount in minor units of a currency. */
export const feeAmount = z.int().check(z.minimum(1), z.maximum(maxFeeAmount))
export const currency = z.enum(currencies)

/** Reduction that applies to some members when a plan is raised. A reduction of the whole amount is a waiver. */
export const feeReduction = z.strictObject({
  reason: singleLineText(80).check(z.minLength(1)),
  amount: feeAmount,
  audience: feeAudience,
})
export type FeeReduction = z.infer<typeof feeReduction>

export const feePeriod = z.enum(feePeriods)
