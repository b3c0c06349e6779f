// SQL conditions on the values of custom fields, for the member list, exports and every other list of users.
import { and, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { customFieldValues as values } from '#server/db/schema/custom-fields.ts'
import { escapeLike } from '#server/db/sql/escape-like.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import type { FieldCondition } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { Actor } from '#shared/policies.ts'

/** Compares a row of `custom_field_values`. The column of an operator is null in fields of another kind. */
function buildComparison({ operator, value = '' }: FieldCondition): SQL | undefined {
  switch (operator) {
    case 'contains':
      return sql`${values.textValue} ilike ${`%${escapeLike(value)}%`}`
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
    case 'yes':
    case 'no':
      return sql`${values.booleanValue} = ${operator === 'yes'}`
    case 'chosen':
      return sql`${values.choiceValues} @> array[${value}]::text[]`
    default:
      return undefined
  }
}

/** SQL condition: the field exists and managers may see it; with `isOfUser`, it also applies to the user. */
function buildFieldCheck(fieldId: number, { isOfUser }: { isOfUser: boolean }): SQL {
  const isApplicable = isOfUser
    ? sql`and (f.country is null or f.country = ${users.currentCountry}) and (f.club_id is null or f.club_id = ${users.clubId})`
    : sql``
  return sql`exists (select from custom_fields f
    where f.id = ${fieldId} and f.removed_at is null and f.visible_to <> 'member' ${isApplicable})`
}

/**
 * SQL condition on a row of `users`: the value of a custom field fulfils the condition.
 * Only values that the actor may see match: of users in the scope of the actor's role, who are in the club or country
 * of the field. Rights by office do not count. The condition is complete; callers add only their own list's scope.
 */
export function buildFieldCondition(actor: Actor, condition: FieldCondition): SQL | undefined {
  const { fieldId, operator } = condition
  const isEmpty = operator === 'empty'
  const matches = and(
    sql`${values.fieldId} = ${fieldId}`,
    sql`${values.leftAt} is null`,
    buildComparison(condition),
  )
  return and(
    buildFieldCheck(fieldId, { isOfUser: isEmpty }),
    filterUsersByScope(actor, 'fields.manage'),
    isEmpty
      ? sql`not exists (select from ${values} where ${matches} and ${values.userId} = ${users.id})`
      : sql`${users.id} in (select ${values.userId} from ${values} where ${matches})`,
  )
}

/** SQL condition: the user fulfils all conditions on custom fields. */
export function buildFieldConditions(actor: Actor, conditions: FieldCondition[] = []): SQL | undefined {
  return and(...conditions.map(condition => buildFieldCondition(actor, condition)))
}
