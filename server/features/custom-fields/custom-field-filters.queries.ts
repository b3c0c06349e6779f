// SQL conditions on the values of custom fields, for the member list, exports and every other list of users.
import { and, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { customFieldValues as values } from '#server/db/schema/custom-fields.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { buildUserIdInSubqueryCondition, type UserLookup } from '#server/db/sql/user-lookup.ts'
import type { FieldCondition } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { Actor } from '#shared/policies.ts'

/**
 * SQL condition that compares a row of `custom_field_values`. Fields of another kind have null in the compared column.
 */
function buildComparison({ operator, value = '' }: FieldCondition): SQL | undefined {
  switch (operator) {
    case 'contains':
      return sql`${values.textValue} ilike ${`%${escapeLikePattern(value)}%`}`
    case 'equals':
      return sql`${values.numberValue} = ${value}::float8`
    case 'atLeast':
      return sql`${values.numberValue} >= ${value}::float8`
    case 'atMost':
      return sql`${values.numberValue} <= ${value}::float8`
    case 'on':
      return sql`${values.dateValue} = ${value}::date`
    case 'from':
      return sql`${values.dateValue} >= ${value}::date`
    case 'to':
      return sql`${values.dateValue} <= ${value}::date`
    // PostgreSQL uses the index of yes-or-no values only if the query repeats the index condition "is not null".
    // The planner expects a thousand times too many rows for "= false", so the condition is "is false".
    case 'yes':
      return sql`${values.booleanValue} is not null and ${values.booleanValue} is true`
    case 'no':
      return sql`${values.booleanValue} is not null and ${values.booleanValue} is false`
    case 'chosen':
      return sql`${values.choiceValues} @> array[${value}]::text[]`
    default:
      return undefined
  }
}

/**
 * SQL condition: the custom field exists and managers may see it. With `isOfUser`, the user is in its country and
 * club.
 */
function buildFieldCheck(fieldId: number, { isOfUser }: { isOfUser: boolean }): SQL {
  const isApplicable = isOfUser
    ? sql`and (f.country is null or f.country = ${users.currentCountry}) and (f.club_id is null or f.club_id = ${users.clubId})`
    : sql``
  return sql`exists (select from custom_fields f
    where f.id = ${fieldId} and f.removed_at is null and f.visible_to <> 'member' ${isApplicable})`
}

/**
 * SQL condition on a row of `users`: the value of a custom field fulfils the condition. A value counts only while its
 * user is in `scope` and in the country or club of the field. `scope` is an SQL condition for the users whose custom
 * fields the caller may see; undefined for all users.
 */
export function buildSqlForCustomFieldCondition(
  scope: SQL | undefined,
  condition: FieldCondition,
  lookup: UserLookup,
): SQL | undefined {
  const { fieldId, operator } = condition
  const isEmpty = operator === 'empty'
  // Makes PostgreSQL find the values of text and choice filters of custom fields by the index on values.
  // The suffix "is true" in the SQL condition keeps the planner from using the index on field ids.
  const isFoundByValue = lookup === 'collect' && (operator === 'contains' || operator === 'chosen')
  const matches = and(
    isFoundByValue ? sql`(${values.fieldId} = ${fieldId}) is true` : sql`${values.fieldId} = ${fieldId}`,
    sql`${values.leftAt} is null`,
    buildComparison(condition),
  )
  return and(
    buildFieldCheck(fieldId, { isOfUser: isEmpty }),
    scope,
    isEmpty
      ? sql`not exists (select from ${values} where ${matches} and ${values.userId} = ${users.id}${lookup === 'probe' ? sql` offset 0` : sql``})`
      : buildUserIdInSubqueryCondition(
          sql`select ${values.userId} from ${values} where ${matches}`,
          sql`${values.userId}`,
          lookup,
        ),
  )
}

/**
 * SQL condition: the user fulfils all conditions on custom fields, and is in the scope of the actor's role.
 * Rights by office do not count.
 */
export function buildSqlForCustomFieldFilterConditions(
  actor: Actor,
  conditions: FieldCondition[] = [],
  lookup: UserLookup = 'collect',
): SQL | undefined {
  const scope = filterUsersByScope(actor, 'fields.manage')
  return and(...conditions.map(condition => buildSqlForCustomFieldCondition(scope, condition, lookup)))
}
