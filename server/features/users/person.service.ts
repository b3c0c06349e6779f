import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { badInput } from '#server/errors.ts'
import type { Secret } from '#server/secret.ts'
import { type ToldKey, toldKeys } from '#shared/contracts/person-fields.ts'
import type { RegisterBody } from '#shared/contracts/registration.ts'
import { fieldTexts } from '#shared/errors.ts'
import { isOfAge, parseIcNumber } from '#shared/ic-number.ts'

/** Names the row, so that a number copied to another row does not open there. */
const icContext = (userId: number) => `users:${userId}:ic`

export function openIcNumber(secret: Secret, userId: number, sealed: Buffer): string {
  return secret.decrypt(sealed, icContext(userId))
}

/** The identity number as it is kept: encrypted, its keyed hash for uniqueness, the birth year for the figures. */
export function sealIcNumber(secret: Secret, userId: number, icNumber: string | null) {
  const parsed = icNumber === null ? undefined : parseIcNumber(icNumber)
  if (!parsed) return { icEncrypted: null, icHash: null, birthYear: null }
  return {
    icEncrypted: secret.encrypt(parsed.digits, icContext(userId)),
    icHash: secret.hash(parsed.digits),
    birthYear: parsed.birthYear,
  }
}

/** Where the operator set an age: to the day, by the number; without one there is nothing to go by. */
export function refuseTooYoung(
  { MIN_AGE }: Pick<Settings, 'MIN_AGE'>,
  icNumber: string | null | undefined,
): void {
  if (!MIN_AGE || !icNumber || isOfAge(icNumber, MIN_AGE)) return
  throw badInput({ icNumber: fieldTexts.tooYoung(MIN_AGE) })
}

/** Only a club that takes members, and only one of the person's own country. */
export async function requireClubOf(
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

/** What is kept as it was told; the number is sealed, and has columns of its own. */
type KeptKey = Exclude<ToldKey, 'icNumber'>
const keptKeys = toldKeys.filter((key): key is KeptKey => key !== 'icNumber')

/** The columns that hold what a person told about themselves; what was not given is left alone. */
export function personColumns(body: Partial<RegisterBody>): Partial<Pick<RegisterBody, KeptKey>> {
  return Object.fromEntries(keptKeys.map(key => [key, body[key]]))
}
