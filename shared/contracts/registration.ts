import * as z from 'zod/mini'
import { email, foldText } from '#shared/fields.ts'
import { confirmsPassword, newPassword } from './password.ts'
import { hasCountry, personShape, yearsInOrder } from './person.ts'
import { fullName, isRecord, optional } from './text.ts'

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
    password: newPassword,
    fullName,
    ...personShape,
    confirmPassword: z.optional(z.string()),
    terms: z.optional(z.literal(true, 'Sila baca dan terima terma dan syarat')),
    /** Computed from the identity number; what a client sends is not looked at. */
    age: z.optional(z.union([z.number(), z.string()])),
    /** Only what everybody begins with. */
    role: z.optional(z.literal('member')),
    status: z.optional(z.literal('pending')),
  })
  .check(confirmsPassword, yearsInOrder)
export type RegisterBody = z.output<typeof registerBody>

/** What the forms hold to: they always send the country, the confirmation and the terms. */
export const registerForm = registerBody.check(
  hasCountry,
  z.refine(({ terms }) => terms === true, {
    path: ['terms'],
    message: 'Sila baca dan terima terma dan syarat',
    when: ({ value }) => isRecord(value),
  }),
)
