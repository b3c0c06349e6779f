// Writes the custom fields of imported users, and restores the previous values when the import is undone.
import type { Db } from '#server/db/connection/client.ts'
import {
  listAndLockImportableFields,
  listImportableFields,
  readKindsOfExistingCustomFields,
  storeCustomFieldValuesOfManyUsers,
} from '#server/features/custom-fields/importable-fields.queries.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import type { FieldKind } from '#shared/contracts/custom-fields/field-kinds.ts'
import {
  buildCustomFieldValueSchema,
  type FieldValues,
} from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { buildCustomFieldTarget } from '#shared/contracts/imports/import-targets.ts'
import type { ImportReason } from '#shared/contracts/imports/imports.schemas.ts'

interface UserFieldValues {
  userId: number
  values: FieldValues
}

async function storeValues(db: Db, people: UserFieldValues[], kinds: Map<number, FieldKind>): Promise<void> {
  const values = people.flatMap(({ userId, values: byField }) =>
    Object.entries(byField).flatMap(([id, value]) => {
      const kind = kinds.get(Number(id))
      return kind ? [{ userId, field: { id: Number(id), kind }, value }] : []
    }),
  )
  await storeCustomFieldValuesOfManyUsers(db, values)
}

const listFieldIds = (people: UserFieldValues[]) => [
  ...new Set(people.flatMap(({ values }) => Object.keys(values).map(Number))),
]

/**
 * Validates the custom field values of import lines again, because fields may have changed since the preview. The
 * fields stay locked until the transaction ends. A value that is no longer valid is left out and reported.
 */
export async function revalidateImportedFieldValues<
  Line extends { line: number; data: { customFields?: FieldValues } },
>(
  db: Db,
  found: Import,
  lines: Line[],
): Promise<{ lines: Line[]; remarksByLine: Map<number, ImportReason[]> }> {
  const remarksByLine = new Map<number, ImportReason[]>()
  if (lines.every(({ data }) => Object.keys(data.customFields ?? {}).length === 0))
    return { lines, remarksByLine }
  const fields = await listAndLockImportableFields(db, found)
  const schemas = new Map(fields.map(field => [String(field.id), buildCustomFieldValueSchema(field)]))
  const validLines = lines.map(line => {
    const entries = Object.entries(line.data.customFields ?? {})
    const valid = entries.filter(([id, value]) => schemas.get(id)?.safeParse(value).success)
    if (valid.length === entries.length) return line
    const remarks = entries
      .filter(entry => !valid.includes(entry))
      .map(
        ([id]): ImportReason => ({
          code: 'field_changed_meanwhile',
          key: buildCustomFieldTarget(Number(id)),
          level: 'warning',
        }),
      )
    remarksByLine.set(line.line, remarks)
    return { ...line, data: { ...line.data, customFields: Object.fromEntries(valid) } }
  })
  return { lines: validLines, remarksByLine }
}

/** Stores the custom field values of import lines. Custom fields that the import may no longer fill in are skipped. */
export async function storeImportedFieldValues(
  db: Db,
  found: Import,
  people: UserFieldValues[],
): Promise<void> {
  if (listFieldIds(people).length === 0) return
  const fields = await listImportableFields(db, found)
  await storeValues(db, people, new Map(fields.map(({ id, kind }) => [id, kind])))
}

/** Restores the custom field values from before an import. Custom fields that were deleted since are skipped. */
export async function restoreFieldValuesFromBeforeImport(db: Db, people: UserFieldValues[]): Promise<void> {
  await storeValues(db, people, await readKindsOfExistingCustomFields(db, listFieldIds(people)))
}
