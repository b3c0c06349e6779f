import * as z from 'zod/mini'
import { roles, userStatuses } from '#shared/constants.ts'
import { fileId } from '#shared/contracts/files/files.schemas.ts'
import { formFieldKeys, pickPersonFieldSchemas } from '#shared/contracts/users/person-fields.ts'
import { hasCountry, personFormFields, yearsInOrder } from '#shared/contracts/users/person-form.schemas.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'
import { fullName } from '#shared/fields/text.ts'
import { personFieldErrors } from '#texts/field-errors.ts'

/** Changes to the caller's profile. Omitted fields keep their values. Empty text clears a field. */
export const profileBody = z
  .strictObject({
    fullName: z.optional(fullName),
    profileImageId: z.optional(z.nullable(fileId)),
    ...personFormFields,
  })
  .check(
    yearsInOrder,
    z.refine(body => Object.values(body).some(value => value !== undefined)),
  )
export type ProfileBody = z.output<typeof profileBody>

export const acceptedTerms = z.literal(true, { error: () => personFieldErrors.terms })
export const consent = z.literal(true, { error: () => personFieldErrors.consent })

/** Acceptance of the terms of use: names the version of the terms that the user has read. */
export const termsBody = z.strictObject({
  version: z.int().check(z.positive(), z.maximum(10_000)),
  terms: acceptedTerms,
  consent,
})
export type TermsBody = z.output<typeof termsBody>

/** Values of an applicant's profile form, in which the country is required, unlike in other profile forms. */
export const applicantForm = profileBody.check(hasCountry)

/** Profile of the caller. The identity card number is masked. */
export const profile = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  status: z.enum(userStatuses),
  role: z.enum(roles),
  membershipNumber: z.nullable(z.string()),
  /** Time at which the user's membership application was approved. */
  approvedAt: z.nullable(instant),
  age: z.nullable(z.int()),
  clubName: z.nullable(z.string()),
  /**
   * All fields of the profile form. The form sends every field back, so a field missing here would be cleared by the
   * next save.
   */
  ...pickPersonFieldSchemas(formFieldKeys, 'given'),
  /** Reason for the rejection of the application, if the approver gave one. */
  rejectionReason: z.nullable(z.string()),
})
/** Profile as JSON: timestamps are ISO strings. */
export type Profile = z.input<typeof profile>

/** Record that another user has seen the caller's full identity card number or, in an emergency, phone number. */
export const unmasking = z.object({
  by: z.string(),
  role: z.enum(roles),
  isPhone: z.boolean(),
  createdAt: instant,
})
