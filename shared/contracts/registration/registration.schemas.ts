import * as z from 'zod/mini'
import { confirmsPassword, newPassword, token } from '#shared/contracts/auth/password.schemas.ts'
import { fieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { acceptedTerms, consent } from '#shared/contracts/profile/profile.schemas.ts'
import { hasCountry, personFormFields, yearsInOrder } from '#shared/contracts/users/person-form.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import { email, id, normalizeTextForUniqueness } from '#shared/fields/id-and-email.ts'
import {
  buildOptionalFieldSchema,
  buildOptionalFieldSchemaIgnoringEmptyText,
  canRunCrossFieldChecks,
  fullName,
} from '#shared/fields/text.ts'
import { personFieldErrors } from '#texts/field-errors.ts'
import { validationText } from '#texts/validation.ts'

const username = buildOptionalFieldSchema(
  z.string().check(
    z.overwrite(normalizeTextForUniqueness),
    z.refine(text => text === '' || /^[\p{L}\p{N}._@+-]{3,60}$/u.test(text), {
      error: () => personFieldErrors.username,
    }),
  ),
)

/** Registration request. A request with unknown fields is rejected. */
export const registerBody = z
  .strictObject({
    username,
    email,
    /** Password of the new account; omitted when an administrator registers a person, who then sets it by a link. */
    password: buildOptionalFieldSchemaIgnoringEmptyText(newPassword),
    fullName,
    ...personFormFields,
    /** Values of the custom fields of the chosen country and club, by field id. */
    customFields: z.optional(fieldValues),
    confirmPassword: z.optional(z.string()),
    terms: z.optional(acceptedTerms),
    /** Explicit consent of the applicant to the storage of party membership. */
    consent: z.optional(consent),
    /** Token of the invitation link with which the person registers. */
    invitation: buildOptionalFieldSchemaIgnoringEmptyText(token),
    /** Age of the person. The server ignores the field and computes the age from the identity card number. */
    age: buildOptionalFieldSchemaIgnoringEmptyText(z.union([z.number(), z.string()])),
    /** A registration request may contain `role` and `status`, but only with the values of a new account. */
    role: buildOptionalFieldSchemaIgnoringEmptyText(z.literal('member')),
    status: buildOptionalFieldSchemaIgnoringEmptyText(z.literal('pending')),
  })
  .check(confirmsPassword, yearsInOrder)
export type RegisterBody = z.output<typeof registerBody>

const isAgreed = z.refine<{ terms?: true; consent?: true }>(
  ({ terms, consent }) => terms !== true || consent === true,
  { path: ['consent'], error: () => personFieldErrors.consent, when: canRunCrossFieldChecks },
)

/** Schema of the registration form. Unlike the API, it requires country, password and accepted terms. */
export const registerForm = registerBody.check(
  hasCountry,
  z.refine(({ password }) => Boolean(password), {
    path: ['password'],
    error: () => validationText.passwordTooShort,
    when: canRunCrossFieldChecks,
  }),
  z.refine(({ terms }) => terms === true, {
    path: ['terms'],
    error: () => personFieldErrors.terms,
    when: canRunCrossFieldChecks,
  }),
  isAgreed,
)

/**
 * Form for registering another person. Without a password, that person gets a link to set one and to accept the terms.
 */
export const registerOtherForm = registerBody.check(
  hasCountry,
  z.refine(({ password, terms }) => !password || terms === true, {
    path: ['terms'],
    error: () => personFieldErrors.terms,
    when: canRunCrossFieldChecks,
  }),
  isAgreed,
)

/** Result of a registration. Without a configured mail server, the caller must hand `link` to the registered person. */
export const registrationResponse = z.object({
  message: z.string(),
  isMailed: z.boolean(),
  link: z.optional(z.string()),
})

/** Request by which a person activates an account that another user created: password and acceptance of the terms. */
export const activateAccountBody = z
  .strictObject({
    token,
    password: newPassword,
    confirmPassword: z.optional(z.string()),
    terms: acceptedTerms,
    consent: z.optional(consent),
  })
  .check(confirmsPassword)
export type ActivateAccountBody = z.output<typeof activateAccountBody>

/** Values of the account activation form, which also requires consent to the storage of party membership. */
export const activateAccountForm = activateAccountBody.check(isAgreed)

/** Target of an invitation link: an account prepared for one person, or membership in a club or country. */
export const invitationLinkResponse = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account'),
    fullName: z.string(),
    email: z.string(),
    clubName: z.nullable(z.string()),
    country: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('place'),
    country: z.enum(countries),
    clubId: z.nullable(id),
    clubName: z.nullable(z.string()),
    email: z.nullable(z.string()),
    invitedBy: z.string(),
  }),
])
export type InvitationLinkResponse = z.infer<typeof invitationLinkResponse>
