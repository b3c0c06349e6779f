// Describes what an import line changes about an existing user, as text for the preview.
import { inArray } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, type users } from '#server/db/schema/core.ts'
import type { importRows } from '#server/db/schema/imports.ts'
import { addCustomFieldValuesToRows } from '#server/features/custom-fields/custom-field-columns.queries.ts'
import { listImportableFields } from '#server/features/custom-fields/importable-fields.queries.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import type { PersonData } from '#server/features/imports/parsing/parse-import-row.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { FieldValue, FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { getCustomFieldIdOfImportTarget, type ImportField } from '#shared/contracts/imports/import-targets.ts'
import { maskIdentityNumber } from '#shared/ic-number.ts'
import { fieldValueText } from '#texts/field-values.ts'
import { educationLevelLabels } from '#texts/labels.ts'

export interface PreviewedRow {
  row: Pick<typeof importRows.$inferSelect, 'changes' | 'outcome'>
  /** Existing user whom the import line matches, if the caller may see this user. */
  person: typeof users.$inferSelect | null
  data: PersonData
}

/** Formats a person field of an import line; clubs by name, identity numbers masked. */
function formatPersonField(key: ImportField, value: unknown, clubNames: Map<number, string>): string | null {
  if (value === null || value === undefined) return null
  if (key === 'icNumber') return maskIdentityNumber(String(value))
  if (key === 'clubId') return clubNames.get(Number(value)) ?? null
  if (key === 'educationLevel') return educationLevelLabels[value as keyof typeof educationLevelLabels]
  return String(value)
}

function formatCustomField(field: CustomField | undefined, value: FieldValue | undefined): string | null {
  if (!field || value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? fieldValueText.yes : fieldValueText.no
  if (field.choices.length === 0) return String(value)
  const ids = Array.isArray(value) ? value : [String(value)]
  return ids.map(id => field.choices.find(choice => choice.id === id)?.label ?? '').join('; ')
}

async function readClubNames({ db }: SignedInContext, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: clubs.id, name: clubs.name }).from(clubs).where(inArray(clubs.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Reads the stored custom field values that import lines change, without values that the caller may not see. */
async function readStoredValues(
  context: SignedInContext,
  rows: PreviewedRow[],
): Promise<Map<number, FieldValues>> {
  const fieldIds = [
    ...new Set(
      rows.flatMap(({ row }) => row.changes.flatMap(key => getCustomFieldIdOfImportTarget(key) ?? [])),
    ),
  ]
  if (fieldIds.length === 0) return new Map()
  const people = rows.flatMap(({ person }) => (person ? [{ id: person.id }] : []))
  const found = await addCustomFieldValuesToRows(context, people, fieldIds)
  return new Map(found.map(({ id, fields: values }) => [id, values ?? {}]))
}

/**
 * Prepares the text of what one page of import lines changes. For lines already written, the previous value is
 * unknown.
 */
export async function createImportChangeDescriber(
  context: SignedInContext,
  scope: Pick<Import, 'country' | 'clubId'>,
  rows: PreviewedRow[],
) {
  const clubIds = rows.flatMap(({ data, person }) => [data.clubId ?? [], person?.clubId ?? []].flat())
  const clubNames = await readClubNames(context, clubIds)
  const storedValues = await readStoredValues(context, rows)
  const fields = await listImportableFields(context.db, scope)
  return ({ row, person, data }: PreviewedRow) =>
    row.changes.map(key => {
      const fieldId = getCustomFieldIdOfImportTarget(key)
      if (fieldId !== undefined) {
        const field = fields.find(({ id }) => id === fieldId)
        const stored = row.outcome || !person ? null : storedValues.get(person.id)?.[fieldId]
        return {
          key,
          from: formatCustomField(field, stored),
          to: formatCustomField(field, data.customFields?.[fieldId]),
        }
      }
      const personKey = key as ImportField
      const stored = row.outcome || personKey === 'icNumber' ? null : person?.[personKey]
      return {
        key,
        from: formatPersonField(personKey, stored, clubNames),
        to: formatPersonField(personKey, data[personKey], clubNames),
      }
    })
}
