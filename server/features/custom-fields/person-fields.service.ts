// Custom fields of one person: of the caller, of a member in the scope of the caller's role, and of an applicant.
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { customFields } from '#server/db/schema/custom-fields.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { badInput, forbidden, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type {
  FieldScopeQuery,
  FieldValuesBody,
} from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import {
  buildCustomFieldValueSchema,
  type FieldValues,
} from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { can, canApproveApplications } from '#shared/policies.ts'
import {
  appendOwnerNameToEqualCustomFieldLabels,
  fieldColumns,
  fieldOrder,
  ownerColumns,
} from './field-scope.queries.ts'
import {
  readCustomFieldsOfUser,
  storeCustomFieldValue,
  validateAndStoreCustomFieldValues,
} from './field-values.service.ts'

interface Person {
  id: number
  currentCountry: string | null
  clubId: number | null
}

async function recordValues(tx: SignedInContext, person: Person, values: FieldValues): Promise<void> {
  const { id, currentCountry: country, clubId } = person
  await recordAuditEvent(tx, {
    kind: 'user.fields_set',
    target: { type: 'user', id, country },
    details: { fields: Object.keys(values).join(' ') },
    touches: { topics: ['person', 'me'], to: { users: [id], reach: { country, clubId } } },
  })
}

export async function readOwnFields({ db, actor }: SignedInContext) {
  return readCustomFieldsOfUser(db, actor.id, 'member')
}

/** Counts the required custom fields that the caller has not filled in. */
export async function countUnfilledRequiredFields({ db, actor }: SignedInContext): Promise<number> {
  const fields = await readCustomFieldsOfUser(db, actor.id, 'member')
  return fields.filter(({ isRequired, isEditable, value }) => isRequired && isEditable && value === null)
    .length
}

export async function updateOwnFields(context: SignedInContext, { values }: FieldValuesBody): Promise<void> {
  await context.changeOwnAccount(async tx => {
    await validateAndStoreCustomFieldValues(tx.db, tx.actor.id, 'member', values)
    await recordValues(tx, tx.actor, values)
  })
}

/** Loads a member in the caller's scope, or throws 404. Users with a role in a club see active members only. */
async function requireMember(
  { db, actor }: SignedInContext,
  id: number,
  { isLocked }: { isLocked: boolean },
) {
  const query = db
    .select({ id: users.id, role: users.role, currentCountry: users.currentCountry, clubId: users.clubId })
    .from(users)
    .where(
      and(
        eq(users.id, id),
        isNull(users.erasedAt),
        filterUsersByScope(actor, 'fields.manage'),
        canApproveApplications(actor) ? undefined : eq(users.status, 'active'),
      ),
    )
  const [person] = await (isLocked ? query.for('no key update') : query)
  if (!person) throw notFound()
  return person
}

export async function readCustomFieldsOfMember(context: SignedInContext, id: number) {
  const person = await requireMember(context, id, { isLocked: false })
  const canFill = can(context.actor, 'fields.fill', { user: person })
  const fields = await readCustomFieldsOfUser(context.db, id, 'managers')
  return fields.map(field => ({ ...field, isEditable: field.isEditable && canFill }))
}

export async function updateCustomFieldsOfMember(
  context: SignedInContext,
  id: number,
  { values }: FieldValuesBody,
): Promise<void> {
  await context.transaction(async tx => {
    const person = await requireMember(tx, id, { isLocked: true })
    if (!can(tx.actor, 'fields.fill', { user: person })) throw forbidden()
    await validateAndStoreCustomFieldValues(tx.db, id, 'managers', values)
    await recordValues(tx, person, values)
  })
}

/** Lists the custom fields in the registration form of a country and club, without choices that were retired. */
export async function listRegistrationFields({ db }: Context, { country, clubId }: FieldScopeQuery) {
  const [club] = clubId
    ? await db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
    : []
  const fields = await db
    .select({ ...fieldColumns, ...ownerColumns })
    .from(customFields)
    .where(
      and(
        isNull(customFields.removedAt),
        ne(customFields.editableBy, 'managers'),
        sql`(${customFields.country} is null or ${customFields.country} = ${club?.country ?? country ?? null}::text)
          and (${customFields.clubId} is null or ${customFields.clubId} = ${club ? clubId : null}::int)`,
      ),
    )
    .orderBy(...fieldOrder, asc(customFields.id))
  return appendOwnerNameToEqualCustomFieldLabels(fields).map(field => ({
    ...field,
    choices: field.choices.filter(({ isRetired }) => !isRetired),
  }))
}

/**
 * Stores the custom field values of an applicant in the registering transaction. Values of fields that were removed,
 * or do not apply to the applicant's country and club, are dropped.
 */
export async function storeRegistrationFieldValues(
  tx: Context,
  { id, currentCountry, clubId }: Person,
  values: FieldValues,
): Promise<void> {
  const query = { country: currentCountry as FieldScopeQuery['country'], clubId: clubId ?? undefined }
  for (const field of await listRegistrationFields(tx, query)) {
    const parsed = buildCustomFieldValueSchema(field).safeParse(values[field.id] ?? null)
    if (!parsed.success)
      throw badInput({ [`customFields.${field.id}`]: parsed.error.issues[0]?.message ?? '' })
    if (parsed.data !== null) await storeCustomFieldValue(tx.db, id, field, parsed.data as never)
  }
}
