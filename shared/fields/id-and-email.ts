import * as z from 'zod/mini'

/** Returns the canonical spelling of a text that must be unique, regardless of letter case and Unicode variants. */
export function normalizeUniqueText(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}

export const email = z
  .string('Format email tidak sah')
  .check(
    z.overwrite(normalizeUniqueText),
    z.maxLength(254, 'Format email tidak sah'),
    z.regex(z.regexes.email, 'Format email tidak sah'),
  )

export const id = z.int().check(z.positive(), z.maximum(2147483647))
