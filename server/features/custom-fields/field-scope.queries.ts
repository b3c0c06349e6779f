// SQL conditions for the scope of custom fields and for the users who may read them.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import { badInput, notFound } from '#server/errors.ts'
import type { FieldValue } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'
import { fieldValueText } from '#texts/field-values.ts'

export type CustomFieldRow = typeof customFields.$inferSelect

/** Owner of a custom field: a club or a country. Headquarters when neither is set. */
export type FieldScope = Pick<CustomFieldRow, 'country' | 'clubId'>

/**
 * SQL condition: the custom field applies to the joined row of `users`, whose country and club match those of the
 * field.
 */
export const isFieldOfUser: SQL = sql`(${customFields.country} is null or ${customFields.country} = ${users.currentCountry})
  and (${customFields.clubId} is null or ${customFields.clubId} = ${users.clubId})`

/** SQL condition: the custom field was defined by exactly the given club, country or headquarters. */
export function buildCustomFieldOwnerSqlCondition({ country, clubId }: FieldScope): SQL {
  return sql`${customFields.country} is not distinct from ${country}::text
    and ${customFields.clubId} is not distinct from ${clubId}::int`
}

/** Columns of a custom field that the API returns to users who may read the field. */
export const fieldColumns = {
  id: customFields.id,
  kind: customFields.kind,
  label: customFields.label,
  help: customFields.help,
  section: customFields.section,
  isRequired: customFields.isRequired,
  visibleTo: customFields.visibleTo,
  choices: customFields.choices,
}

/** Owner of a custom field: the name of the owning club, or the country. Headquarters have neither. */
export const ownerColumns = {
  clubName: sql<string | null>`(select c.name from clubs c where c.id = ${customFields.clubId})`,
  country: customFields.country,
}

interface OwnedField {
  label: string
  clubName: string | null
  country: string | null
}

/** Returns the name of the club or country that owns a custom field, or "Headquarters". */
export function getNameOfCustomFieldOwner({
  clubName,
  country,
}: Pick<OwnedField, 'clubName' | 'country'>): string {
  return clubName ?? (country ? getCountryName(country as Country) : undefined) ?? fieldValueText.headquarters
}

/** Appends the owner to the labels of fields that share a label, such as "Saiz baju · London". */
export function appendOwnerNameToEqualCustomFieldLabels<Field extends OwnedField>(fields: Field[]): Field[] {
  const counts = new Map<string, number>()
  const normalize = (label: string) => label.trim().toLowerCase()
  for (const { label } of fields) counts.set(normalize(label), (counts.get(normalize(label)) ?? 0) + 1)
  return fields.map(field => {
    if (counts.get(normalize(field.label)) === 1) return field
    return { ...field, label: `${field.label} · ${getNameOfCustomFieldOwner(field)}` }
  })
}

/** Order of custom fields on screens: headquarters, country, club, each in the order that its managers chose. */
export const fieldOrder = [
  sql`${customFields.clubId} is not null`,
  sql`${customFields.country} is not null`,
  customFields.position,
  customFields.id,
]

const values = customFieldValues
/** SQL expression for the value of a joined custom field as JSON; null without a value. */
export const storedValue = sql<FieldValue>`coalesce(to_jsonb(${values.textValue}), to_jsonb(${values.numberValue}),
  to_jsonb(${values.dateValue}), to_jsonb(${values.booleanValue}),
  case ${customFields.kind} when 'choice' then to_jsonb(${values.choiceValues}[1]) else to_jsonb(${values.choiceValues}) end)`

/** Throws 404 unless the caller manages the custom fields of the scope. Returns the name of the scope's club. */
export async function requirePermissionToManageCustomFields(
  { db, actor }: SignedInContext,
  { country, clubId }: FieldScope,
): Promise<{ clubName: string | null; country: string | null }> {
  if (country && clubId) throw badInput({ country: fieldTexts.invalid })
  const [club] = clubId
    ? await db.select({ name: clubs.name, country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
    : []
  if (clubId && !club) throw notFound()
  const place = { country: club?.country ?? country, clubId }
  if (!can(actor, 'fields.manage', { place })) throw notFound()
  return { clubName: club?.name ?? null, country: place.country }
}
