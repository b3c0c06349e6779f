import * as z from 'zod/mini'
import { validationText } from '#texts/validation.ts'

/**
 * Returns the canonical spelling of a text that must be unique, so that letter case and Unicode variants make no
 * difference.
 */
export function normalizeTextForUniqueness(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}

const invalidEmail = { error: () => validationText.email }

export const email = z
  .string(invalidEmail)
  .check(
    z.overwrite(normalizeTextForUniqueness),
    z.maxLength(254, invalidEmail),
    z.regex(z.regexes.email, invalidEmail),
  )

export const id = z.int().check(z.positive(), z.maximum(2147483647))
