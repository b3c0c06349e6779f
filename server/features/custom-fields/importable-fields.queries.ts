// Queries for the custom fields that an imported member list can fill in.
import { and, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { FieldKind } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { FieldValue } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import {
  appendOwnerNameToEqualCustomFieldLabels,
  type FieldScope,
  fieldColumns,
  fieldOrder,
  ownerColumns,
  storedValue,
} from './field-scope.queries.ts'
import { mapCustomFieldValueToDatabaseColumns } from './field-values.service.ts'

/**
 * Lists the fields that an import may fill in: of headquarters, and of the country and club to which the import is
 * limited. Fields that only the member edits are left out.
 */
export async function listImportableFields(db: Db, scope: FieldScope): Promise<CustomField[]> {
  return appendOwnerNameToEqualCustomFieldLabels(await selectImportableFields(db, scope))
}

/**
 * Lists the fields that an import may fill in, and share-locks them. Their definitions cannot change until the
 * transaction ends.
 */
export async function listAndLockImportableFields(db: Db, scope: FieldScope): Promise<CustomField[]> {
  return selectImportableFields(db, scope).for('share', { of: customFields })
}

function selectImportableFields(db: Db, { country, clubId }: FieldScope) {
  return db
    .select({ ...fieldColumns, ...ownerColumns })
    .from(customFields)
    .where(
      and(
        isNull(customFields.removedAt),
        ne(customFields.editableBy, 'member'),
        sql`(${customFields.country} is null or ${customFields.country} = ${country}::text)
          and (${customFields.clubId} is null or ${customFields.clubId} = ${clubId}::int)`,
      ),
    )
    .orderBy(...fieldOrder)
}

/**
 * SQL expression for the custom field values of user `u` as JSON by field id, except fields of clubs and countries that
 * the user has left.
 */
export const fieldValuesOfUser = sql`coalesce((select json_object_agg(${customFieldValues.fieldId}, ${storedValue})
  from ${customFieldValues} join ${customFields} on ${customFields.id} = ${customFieldValues.fieldId}
 where ${customFieldValues.userId} = u.id and ${customFieldValues.leftAt} is null), '{}')`

export interface UserFieldValue {
  userId: number
  field: { id: number; kind: FieldKind }
  value: FieldValue
}

/**
 * Stores custom field values of many users in one statement, and deletes values that are null. Users must be locked.
 */
export async function storeCustomFieldValuesOfManyUsers(db: Db, values: UserFieldValue[]): Promise<void> {
  const records = values.flatMap(({ userId, field, value }) =>
    value === null
      ? []
      : [{ userId, fieldId: field.id, ...mapCustomFieldValueToDatabaseColumns(field.kind, value) }],
  )
  const emptied = values.filter(({ value }) => value === null)
  if (emptied.length > 0) {
    await db.execute(sql`
      delete from custom_field_values v
       using json_to_recordset(${JSON.stringify(emptied.map(({ userId, field }) => ({ userId, fieldId: field.id })))}::json)
             as e("userId" int, "fieldId" int)
       where v.field_id = e."fieldId" and v.user_id = e."userId"`)
  }
  if (records.length === 0) return
  await db.execute(sql`
    insert into custom_field_values
           (field_id, user_id, text_value, number_value, date_value, boolean_value, choice_values)
    select r."fieldId", r."userId", r."textValue", r."numberValue", r."dateValue", r."booleanValue", r."choiceValues"
      from json_to_recordset(${JSON.stringify(records)}::json) as r("fieldId" int, "userId" int, "textValue" text,
           "numberValue" float8, "dateValue" date, "booleanValue" boolean, "choiceValues" text[])
     order by r."userId", r."fieldId"
        on conflict (field_id, user_id) do update
       set text_value = excluded.text_value, number_value = excluded.number_value, date_value = excluded.date_value,
           boolean_value = excluded.boolean_value, choice_values = excluded.choice_values, updated_at = now()`)
}

/** Returns the kinds of the custom fields in `ids`, without fields that the retention job has already deleted. */
export async function readKindsOfExistingCustomFields(
  db: Db,
  ids: number[],
): Promise<Map<number, FieldKind>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: customFields.id, kind: customFields.kind })
    .from(customFields)
    .where(inArray(customFields.id, ids))
    .for('key share')
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
