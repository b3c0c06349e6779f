import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { badInput } from '#server/errors.ts'
import type { Secret } from '#server/secret.ts'
import type { RegisterBody } from '#shared/contracts/registration/registration.schemas.ts'
import { type FormFieldKey, formFieldKeys } from '#shared/contracts/users/person-fields.ts'
import { hasIdentityNumberOwnerReachedAge, parseIdentityCardNumber } from '#shared/ic-number.ts'
import { fieldTexts } from '#texts/errors.ts'
import { personFieldErrors } from '#texts/field-errors.ts'

/** Encryption context of an identity number; a ciphertext copied to another user's row fails to decrypt. */
const buildIcContext = (userId: number) => `users:${userId}:ic`

export function decryptIdentityNumber(secret: Secret, userId: number, ciphertext: Buffer): string {
  return secret.decrypt(ciphertext, buildIcContext(userId))
}

/** Returns the stored form of an identity number: ciphertext, keyed hash for uniqueness, and birth year. */
export function encryptIdentityNumber(secret: Secret, userId: number, icNumber: string | null) {
  const parsed = icNumber === null ? undefined : parseIdentityCardNumber(icNumber)
  if (!parsed) return { icEncrypted: null, icHash: null, birthYear: null }
  return {
    icEncrypted: secret.encrypt(parsed.digits, buildIcContext(userId)),
    icHash: secret.hash(parsed.digits),
    birthYear: parsed.birthYear,
  }
}

/**
 * Rejects an identity number whose owner is younger than MIN_AGE, exact to the day.
 * The check is skipped when MIN_AGE is not set or no identity number was entered.
 */
export function requireMinimumAge(
  { MIN_AGE }: Pick<Settings, 'MIN_AGE'>,
  icNumber: string | null | undefined,
): void {
  if (!MIN_AGE || !icNumber || hasIdentityNumberOwnerReachedAge(icNumber, MIN_AGE)) return
  throw badInput({ icNumber: personFieldErrors.tooYoung({ years: MIN_AGE }) })
}

/** Requires that the chosen club accepts members and belongs to the person's country. */
export async function requireClubAcceptingMembers(
  db: Db,
  { clubId, currentCountry }: { clubId: number | null; currentCountry: string | null },
): Promise<void> {
  if (clubId === null) return
  const [club] = await db
    .select({ country: clubs.country })
    .from(clubs)
    .where(and(eq(clubs.id, clubId), eq(clubs.isActive, true)))
  if (!club || club.country !== currentCountry) {
    throw badInput({ clubId: fieldTexts.clubNotOpen })
  }
}

/** Person fields stored unchanged. The identity number is excluded, because it is encrypted into separate columns. */
type PlainKey = Exclude<FormFieldKey, 'icNumber'>
const plainKeys = formFieldKeys.filter((key): key is PlainKey => key !== 'icNumber')

/** Picks the user columns from a registration or profile request. Undefined columns stay unchanged. */
export function pickUserColumnsFromRegistrationForm(
  body: Partial<RegisterBody>,
): Partial<Pick<RegisterBody, PlainKey>> {
  return Object.fromEntries(plainKeys.map(key => [key, body[key]]))
}
