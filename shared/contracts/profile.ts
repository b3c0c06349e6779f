import * as z from 'zod/mini'
import { roles, userStatuses } from '#shared/constants.ts'
import { fieldTexts } from '#shared/errors.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { fileId } from './files.ts'
import { hasCountry, personShape, yearsInOrder } from './person.ts'
import { schemasOf, toldKeys } from './person-fields.ts'
import { fullName } from './text.ts'

/** What a person changes about themselves; what is left out stays, what is empty is cleared. */
export const profileBody = z
  .strictObject({
    fullName: z.optional(fullName),
    profileImageId: z.optional(z.nullable(fileId)),
    ...personShape,
  })
  .check(
    yearsInOrder,
    z.refine(body => Object.values(body).some(value => value !== undefined)),
  )
export type ProfileBody = z.output<typeof profileBody>

export const acceptedTerms = z.literal(true, fieldTexts.termsMissing)
export const consent = z.literal(true, fieldTexts.consentMissing)

/** Of a version that was read. */
export const termsBody = z.strictObject({
  version: z.int().check(z.positive(), z.maximum(10_000)),
  terms: acceptedTerms,
  consent,
})
export type TermsBody = z.output<typeof termsBody>

/** Of somebody who waits to be approved. */
export const applicantForm = profileBody.check(hasCountry)

/** One's own record: the identity number only masked, as for everybody. */
export const profile = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  status: z.enum(userStatuses),
  role: z.enum(roles),
  membershipNumber: z.nullable(z.string()),
  /** When the application was approved. */
  approvedAt: z.nullable(instant),
  age: z.nullable(z.int()),
  clubName: z.nullable(z.string()),
  /** All of what was told: a form that began without it would clear it with the next save. */
  ...schemasOf(toldKeys, 'given'),
  /** Why an application was turned down, where the approver said so. */
  rejectionReason: z.nullable(z.string()),
})
/** As it travels: moments are text. */
export type Profile = z.input<typeof profile>

/** Who looked at one's identity number, or in an emergency at one's phone number, and when. */
export const unmasking = z.object({
  by: z.string(),
  role: z.enum(roles),
  isPhone: z.boolean(),
  createdAt: instant,
})
