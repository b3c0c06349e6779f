// Reads and writes the values of one person's custom fields.
import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import { badInput, notFound } from '#server/errors.ts'
import {
  type FieldAudience,
  type FieldKind,
  leaverValueDays,
} from '#shared/contracts/custom-fields/field-kinds.ts'
import {
  buildCustomFieldValueSchema,
  type FieldValue,
  type FieldValues,
} from '#shared/contracts/custom-fields/field-values.schemas.ts'
import {
  appendOwnerNameToEqualCustomFieldLabels,
  fieldColumns,
  fieldOrder,
  isFieldOfUser,
  ownerColumns,
  storedValue,
} from './field-scope.queries.ts'

/** Who reads the custom fields of a person: the person (`member`), or a manager whose scope includes the person. */
export type FieldReader = Exclude<FieldAudience, 'both'>

const getOtherReader = (reader: FieldReader): FieldReader => (reader === 'member' ? 'managers' : 'member')

/**
 * Reads the custom fields of a person that the reader may see, with their values. After leaving a club or country,
 * only the person can read the values of its fields, and nobody can edit them.
 */
export async function readCustomFieldsOfUser(db: Db, userId: number, reader: FieldReader) {
  const isApplicable: SQL = sql`coalesce((${isFieldOfUser}), false)`
  const isKept = reader === 'member' ? sql`${customFieldValues.userId} is not null` : sql`false`
  const fields = await db
    .select({
      ...fieldColumns,
      ...ownerColumns,
      value: storedValue,
      isEditable: sql<boolean>`${isApplicable} and ${customFields.editableBy} <> ${getOtherReader(reader)}`,
      erasedFrom:
        sql<Date | null>`${customFieldValues.leftAt} + make_interval(days => ${leaverValueDays})`.mapWith(
          customFieldValues.leftAt,
        ),
    })
    .from(customFields)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(
      customFieldValues,
      and(eq(customFieldValues.fieldId, customFields.id), eq(customFieldValues.userId, userId)),
    )
    .where(
      and(
        isNull(customFields.removedAt),
        ne(customFields.visibleTo, getOtherReader(reader)),
        sql`(${isApplicable} or ${isKept})`,
      ),
    )
    .orderBy(...fieldOrder)
  return appendOwnerNameToEqualCustomFieldLabels(fields)
}

const toText = (value: FieldValue) => (typeof value === 'string' ? value : null)

/** Returns the database columns of a custom field value. Only the column for the field's kind holds the value. */
export function mapCustomFieldValueToDatabaseColumns(kind: FieldKind, value: NonNullable<FieldValue>) {
  const ids = Array.isArray(value) ? value : [String(value)]
  return {
    textValue: kind === 'text' || kind === 'long_text' ? toText(value) : null,
    numberValue: kind === 'number' ? Number(value) : null,
    dateValue: kind === 'date' ? toText(value) : null,
    booleanValue: kind === 'boolean' ? value === true : null,
    choiceValues: kind === 'choice' || kind === 'choices' ? ids : null,
  }
}

/** Stores one value of a custom field, or deletes it when the new value is null. */
export async function storeCustomFieldValue(
  db: Db,
  userId: number,
  { id: fieldId, kind }: { id: number; kind: FieldKind },
  value: FieldValue,
): Promise<void> {
  if (value === null) {
    await db
      .delete(customFieldValues)
      .where(and(eq(customFieldValues.fieldId, fieldId), eq(customFieldValues.userId, userId)))
    return
  }
  const columns = { ...mapCustomFieldValueToDatabaseColumns(kind, value), updatedAt: sql`now()` }
  await db
    .insert(customFieldValues)
    .values({ fieldId, userId, ...columns })
    .onConflictDoUpdate({ target: [customFieldValues.fieldId, customFieldValues.userId], set: columns })
}

/**
 * Validates and stores values of custom fields. The caller must have locked the row of the person. A field that does
 * not apply to the person, or that the reader may not edit, gives 404.
 */
export async function validateAndStoreCustomFieldValues(
  db: Db,
  userId: number,
  reader: FieldReader,
  values: FieldValues,
): Promise<void> {
  const fields = new Map(
    (await readCustomFieldsOfUser(db, userId, reader)).map(field => [String(field.id), field]),
  )
  const errors: Record<string, string> = {}
  for (const [id, value] of Object.entries(values)) {
    const field = fields.get(id)
    if (!field?.isEditable) throw notFound()
    const isRequired = reader === 'member' && field.isRequired
    const parsed = buildCustomFieldValueSchema(field, { stored: field.value, isRequired }).safeParse(value)
    if (parsed.success) await storeCustomFieldValue(db, userId, field, parsed.data as FieldValue)
    else errors[`values.${id}`] = parsed.error.issues[0]?.message ?? ''
  }
  if (Object.keys(errors).length > 0) throw badInput(errors)
  await db.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, userId))
}
