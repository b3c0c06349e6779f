import * as z from 'zod/mini'
import { countries } from '#shared/constants.ts'
import { fieldTexts } from '#shared/errors.ts'
import { email, foldText, id } from '#shared/fields.ts'
import { confirmsPassword, newPassword, passwordTooShort, token } from './password.ts'
import { hasCountry, personShape, yearsInOrder } from './person.ts'
import { acceptedTerms, consent } from './profile.ts'
import { fullName, isRecord, omittable, optional } from './text.ts'

const username = optional(
  z.string().check(
    z.overwrite(foldText),
    z.refine(
      text => text === '' || /^[\p{L}\p{N}._@+-]{3,60}$/u.test(text),
      'Nama pengguna mestilah 3 hingga 60 huruf, nombor atau . _ -',
    ),
  ),
)

/** Both forms and the call itself; what is not listed is refused, not dropped. */
export const registerBody = z
  .strictObject({
    username,
    email,
    /** Left out by whoever registers somebody else: they set it themselves, by a link. */
    password: omittable(newPassword),
    fullName,
    ...personShape,
    confirmPassword: z.optional(z.string()),
    terms: z.optional(acceptedTerms),
    /** In so many words: that their membership of a party is kept. */
    consent: z.optional(consent),
    /** The end of a link that somebody was given. */
    invitation: omittable(token),
    /** Computed from the identity number; what a client sends is not looked at. */
    age: omittable(z.union([z.number(), z.string()])),
    /** Only what everybody begins with. */
    role: omittable(z.literal('member')),
    status: omittable(z.literal('pending')),
  })
  .check(confirmsPassword, yearsInOrder)
export type RegisterBody = z.output<typeof registerBody>

const isAgreed = z.refine<{ terms?: true; consent?: true }>(
  ({ terms, consent }) => terms !== true || consent === true,
  { path: ['consent'], message: fieldTexts.consentMissing, when: isRecord },
)

/** What the forms hold to: they always send the country, the password, its confirmation and the terms. */
export const registerForm = registerBody.check(
  hasCountry,
  z.refine(({ password }) => Boolean(password), {
    path: ['password'],
    message: passwordTooShort,
    when: isRecord,
  }),
  z.refine(({ terms }) => terms === true, {
    path: ['terms'],
    message: fieldTexts.termsMissing,
    when: isRecord,
  }),
  isAgreed,
)

/** For somebody else: with a password they sit beside one and accept the terms; without, they do both by a link. */
export const registerOtherForm = registerBody.check(
  hasCountry,
  z.refine(({ password, terms }) => !password || terms === true, {
    path: ['terms'],
    message: fieldTexts.termsMissing,
    when: isRecord,
  }),
  isAgreed,
)

/** `isMailed`: whether mail goes out here. Where none does, `link` is what to hand over to whoever was registered. */
export const registeredAnswer = z.object({
  message: z.string(),
  isMailed: z.boolean(),
  link: z.optional(z.string()),
})

/** For somebody whom others entered: their own password, and that they have read and accept the terms. */
export const joinBody = z
  .strictObject({
    token,
    password: newPassword,
    confirmPassword: z.optional(z.string()),
    terms: acceptedTerms,
    consent: z.optional(consent),
  })
  .check(confirmsPassword)
export type JoinBody = z.output<typeof joinBody>

/** What the form holds to. */
export const joinForm = joinBody.check(isAgreed)

/** What a link leads to: an account that waits for its owner, or a place in a club or country. */
export const joinAnswer = z.discriminatedUnion('kind', [
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
export type JoinAnswer = z.infer<typeof joinAnswer>
