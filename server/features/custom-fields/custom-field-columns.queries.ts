// Adds custom fields as columns to member lists and exports.
import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import type {
  CustomField,
  FieldColumnsQuery,
  FieldScopeQuery,
} from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { FieldValue } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { fieldValueText } from '#texts/field-values.ts'
import {
  appendOwnerNameToEqualCustomFieldLabels,
  fieldColumns,
  fieldOrder,
  ownerColumns,
  storedValue,
} from './field-scope.queries.ts'

const isVisibleToManagers = ne(customFields.visibleTo, 'member')
const isReadableByManagers = and(isNull(customFields.removedAt), isVisibleToManagers)

/**
 * Limits the actor's scope to the country and club of a list's filter, unless the filter is outside the scope.
 */
async function narrowScope(db: Db, actor: Actor, query: FieldScopeQuery): Promise<FieldScopeQuery> {
  const scope = getPermissionScopeOfActor(actor, 'fields.manage')
  const ownClub = scope.over === 'club' ? scope.clubId : undefined
  const clubId = ownClub ?? query.clubId
  const [club] = clubId
    ? await db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
    : []
  const ownCountry = scope.over === 'country' ? scope.country : undefined
  const isForeign = ownCountry !== undefined && club !== undefined && club.country !== ownCountry
  const country = ownCountry ?? club?.country ?? query.country
  return { country: country as FieldScopeQuery['country'], clubId: isForeign ? undefined : clubId }
}

/**
 * Lists the custom fields whose values the caller may see in a list of members. These are the fields of headquarters,
 * and of the country and club to which the list is limited by the caller's scope or by a filter. Users with an office
 * but without an administrator role see none. With `isRemoved`, lists removed fields instead.
 */
export async function listCustomFieldColumns(
  { db, actor }: Pick<SignedInContext, 'db' | 'actor'>,
  { isRemoved, ...query }: FieldColumnsQuery,
): Promise<CustomField[]> {
  if (getPermissionScopeOfActor(actor, 'fields.manage').over === 'nobody') return []
  const { country = null, clubId = null } = await narrowScope(db, actor, query)
  const fields = await db
    .select({ ...fieldColumns, ...ownerColumns })
    .from(customFields)
    .where(
      and(
        isVisibleToManagers,
        isRemoved ? isNotNull(customFields.removedAt) : isNull(customFields.removedAt),
        sql`(${customFields.country} is null or ${customFields.country} = ${country}::text)
          and (${customFields.clubId} is null or ${customFields.clubId} = ${clubId}::int)`,
      ),
    )
    .orderBy(...fieldOrder)
  return appendOwnerNameToEqualCustomFieldLabels(fields)
}

/**
 * Adds the values of custom fields to the rows of a list. The values of a user outside the scope of the caller's role
 * are hidden from the caller: `fields` is null.
 */
export async function addCustomFieldValuesToRows<Row extends { id: number }>(
  { db, actor }: Pick<SignedInContext, 'db' | 'actor'>,
  rows: Row[],
  fieldIds: number[] | undefined,
): Promise<(Row & { fields?: Record<string, FieldValue> | null })[]> {
  if (!fieldIds || rows.length === 0) return rows
  const ids = rows.map(({ id }) => id)
  const visible = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), filterUsersByScope(actor, 'fields.manage')))
  const visibleIds = new Set(visible.map(({ id }) => id))
  const found = await db
    .select({ userId: customFieldValues.userId, fieldId: customFieldValues.fieldId, value: storedValue })
    .from(customFieldValues)
    .innerJoin(customFields, eq(customFields.id, customFieldValues.fieldId))
    .innerJoin(users, eq(users.id, customFieldValues.userId))
    .where(
      and(
        inArray(customFieldValues.fieldId, fieldIds),
        inArray(customFieldValues.userId, ids),
        isNull(customFieldValues.leftAt),
        isReadableByManagers,
        filterUsersByScope(actor, 'fields.manage'),
      ),
    )
  const valuesByUser = new Map<number, Record<string, FieldValue>>()
  for (const { userId, fieldId, value } of found) {
    valuesByUser.set(userId, { ...valuesByUser.get(userId), [fieldId]: value })
  }
  return rows.map(row => ({
    ...row,
    fields: visibleIds.has(row.id) ? (valuesByUser.get(row.id) ?? {}) : null,
  }))
}

function buildValueText({ kind, choices }: CustomField): SQL {
  const { textValue, numberValue, dateValue, booleanValue, choiceValues } = customFieldValues
  switch (kind) {
    case 'number':
      return sql`${numberValue}::text`
    case 'date':
      return sql`${dateValue}::text`
    case 'boolean':
      return sql`case when ${booleanValue} then ${fieldValueText.yes}::text else ${fieldValueText.no}::text end`
    case 'choice':
    case 'choices': {
      const labels = JSON.stringify(Object.fromEntries(choices.map(({ id, label }) => [id, label])))
      return sql`(select string_agg(${labels}::jsonb ->> chosen.id, '; ' order by chosen.n)
        from unnest(${choiceValues}) with ordinality chosen(id, n))`
    }
    default:
      return sql`${textValue}`
  }
}

/** Builds the SQL expression of an export cell for a row of `users`: the value of the custom field as text. */
export function buildSqlForCustomFieldExportCell(actor: Actor, field: CustomField): SQL {
  const condition = and(
    eq(customFieldValues.fieldId, field.id),
    sql`${customFieldValues.userId} = ${users.id}`,
    isNull(customFieldValues.leftAt),
    filterUsersByScope(actor, 'fields.manage'),
  )
  return sql`(select ${buildValueText(field)} from ${customFieldValues} where ${condition})`
}
