// Writes the custom fields of imported users, and restores the previous values when the import is undone.
import type { Db } from '#server/db/connection/client.ts'
import {
  listImportableFields,
  readKindsOfExistingCustomFields,
  storeFieldValuesOfUsers,
} from '#server/features/custom-fields/importable-fields.queries.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import type { FieldKind } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'

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
  await storeFieldValuesOfUsers(db, values)
}

const listFieldIds = (people: UserFieldValues[]) => [
  ...new Set(people.flatMap(({ values }) => Object.keys(values).map(Number))),
]

/** Stores the custom field values of import lines. Fields that the import can no longer fill in are skipped. */
export async function storeImportedFieldValues(
  db: Db,
  found: Import,
  people: UserFieldValues[],
): Promise<void> {
  if (listFieldIds(people).length === 0) return
  const fields = await listImportableFields(db, found)
  await storeValues(db, people, new Map(fields.map(({ id, kind }) => [id, kind])))
}

/** Restores the custom field values from before an import. Fields that were deleted since are skipped. */
export async function restoreFieldValuesFromBeforeImport(db: Db, people: UserFieldValues[]): Promise<void> {
  await storeValues(db, people, await readKindsOfExistingCustomFields(db, listFieldIds(people)))
}
