// Definitions of custom fields by headquarters, countries and clubs.
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { findViolatedUniqueConstraint } from '#server/db/errors/database-errors.ts'
import { customFields } from '#server/db/schema/custom-fields.ts'
import { AppError, badInput, conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type {
  FieldBody,
  FieldChangeBody,
  FieldOrderBody,
} from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import {
  includesManagers,
  isChoiceKind,
  maxFieldsPerScope,
} from '#shared/contracts/custom-fields/field-kinds.ts'
import { customFieldErrors } from '#texts/field-errors.ts'
import {
  buildCustomFieldOwnerSqlCondition,
  type CustomFieldRow,
  type FieldScope,
  fieldColumns,
  fieldOrder,
  getNameOfCustomFieldOwner,
  ownerColumns,
  requirePermissionToManageCustomFields,
} from './field-scope.queries.ts'

/** Maximum count of members with a value in a custom field. The field editor shows larger counts as this maximum. */
const countedValues = 1001

export async function listManagedFields(context: SignedInContext, scope: FieldScope) {
  const { clubName, country } = await requirePermissionToManageCustomFields(context, scope)
  const valueCount = sql<number>`(select count(*)::int from (
    select from custom_field_values v join users u on u.id = v.user_id
     where v.field_id = custom_fields.id and v.left_at is null and u.status = 'active' limit ${countedValues}) counted)`
  const fields = await context.db
    .select({
      ...fieldColumns,
      editableBy: customFields.editableBy,
      removedAt: customFields.removedAt,
      version: customFields.updatedAt,
      valueCount,
    })
    .from(customFields)
    .where(buildCustomFieldOwnerSqlCondition(scope))
    .orderBy(sql`${customFields.removedAt} nulls first`, asc(customFields.position), asc(customFields.id))
  return { clubName, fields, inherited: await listInheritedFields(context.db, scope, country) }
}

/** Lists the custom fields that a country or club inherits from headquarters and, for a club, from its country. */
async function listInheritedFields(db: Db, scope: FieldScope, country: string | null) {
  if (!scope.country && !scope.clubId) return []
  return db
    .select({ ...fieldColumns, ...ownerColumns, editableBy: customFields.editableBy })
    .from(customFields)
    .where(
      and(
        isNull(customFields.removedAt),
        isNull(customFields.clubId),
        sql`(${customFields.country} is null or ${customFields.country} = ${country}::text)`,
        sql`not (${buildCustomFieldOwnerSqlCondition(scope)})`,
      ),
    )
    .orderBy(...fieldOrder)
}

/**
 * Throws 409 when another owner has a field with the same label that the same people see. `country` is the country of
 * the scope, also of a club.
 */
async function rejectLabelOfOtherOwner(
  db: Db,
  scope: FieldScope,
  country: string | null,
  { label, visibleTo }: Pick<FieldBody, 'label' | 'visibleTo'>,
): Promise<void> {
  const isOfClubInCountry = sql`${customFields.clubId} in (select c.id from clubs c where c.country = ${country}::text)`
  const isOfHeadquarters = sql`coalesce(${customFields.country}, ${customFields.clubId}::text) is null`
  const isOverlapping = scope.clubId
    ? sql`${isOfHeadquarters} or ${customFields.country} = ${country}::text`
    : country
      ? sql`${isOfHeadquarters} or ${isOfClubInCountry}`
      : sql`true`
  const [field] = await db
    .select(ownerColumns)
    .from(customFields)
    .where(
      and(
        isNull(customFields.removedAt),
        sql`lower(${customFields.label}) = lower(${label}::text)`,
        sql`not (${buildCustomFieldOwnerSqlCondition(scope)})`,
        sql`(${isOverlapping})`,
        visibleTo === 'both' ? undefined : inArray(customFields.visibleTo, ['both', visibleTo]),
      ),
    )
    .orderBy(...fieldOrder)
    .limit(1)
  if (!field) return
  const fields = {
    label: customFieldErrors.labelElsewhere({ owner: getNameOfCustomFieldOwner(field) }),
  }
  throw new AppError(409, 'field_label_elsewhere', { fields })
}

/** Makes concurrent changes of the custom fields of a club, country or headquarters wait for this transaction. */
async function lockScope(db: Db, { country, clubId }: FieldScope): Promise<void> {
  const key = `custom fields ${country} ${clubId}`
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
}

/**
 * Returns a free field number (`slot`, 1 to 50) and the position after the last field, or throws 409 if no
 * number is free.
 */
async function requireFreeSlot(db: Db, scope: FieldScope): Promise<{ slot: number; position: number }> {
  const { rows } = await db.execute<{ slot: number | null; position: number }>(sql`
    with taken as (select slot, position from ${customFields} where ${buildCustomFieldOwnerSqlCondition(scope)} and removed_at is null)
    select (select min(s)::int from generate_series(1, ${maxFieldsPerScope}::int) s where s not in (select slot from taken)) as slot,
           (select coalesce(max(position), 0) + 1 from taken) as position`)
  const { slot, position } = rows[0] as { slot: number | null; position: number }
  if (slot === null) throw conflict('too_many_fields')
  return { slot, position }
}

/** Runs a change of a scope's custom fields. Throws 409 when two fields of the scope would have the same label. */
async function changeFields<T>(
  context: SignedInContext,
  work: (tx: SignedInContext) => Promise<T>,
): Promise<T> {
  try {
    return await context.transaction(work)
  } catch (error) {
    const isLabelTaken = findViolatedUniqueConstraint(error) === 'custom_fields_label_unique'
    throw isLabelTaken ? conflict('field_label_taken') : error
  }
}

/** SQL for the version of a changed custom field. It exceeds the previous version even if the clock was set back. */
const nextVersion = sql`greatest(now(), ${customFields.updatedAt} + interval '1 millisecond')`

type FieldEvent = 'field.created' | 'field.updated' | 'field.removed' | 'field.restored' | 'field.ordered'

/** Records the change of a custom field in the audit log, by id and kind only, because a label may name a person. */
async function recordFieldEvent(
  tx: SignedInContext,
  kind: FieldEvent,
  { country, clubId }: FieldScope,
  details: { fieldId: number; kind: string } | { count: number },
  auditCountry: string | null,
): Promise<void> {
  await recordAuditEvent(tx, {
    kind,
    country: auditCountry,
    details: { ...details, ...(clubId && { clubId }) },
    touches: {
      topics: ['fields'],
      to: { users: [tx.actor.id], reach: { country: country ?? auditCountry, clubId } },
    },
  })
}

const createChoiceId = () => randomUUID().replaceAll('-', '').slice(0, 10)

type Choices = CustomFieldRow['choices']

/**
 * Returns the choices of a custom field after a change. Stored values refer to choices by id, so a change must contain
 * every stored choice and no unknown one. Otherwise the change was based on an outdated list and is rejected.
 */
function mergeChoices(stored: Choices, changed: FieldChangeBody['choices']): Choices {
  const storedIds = stored.map(({ id }) => id)
  const keptIds = changed.flatMap(({ id }) => id ?? [])
  const isComplete = new Set(keptIds).size === keptIds.length && keptIds.length === storedIds.length
  if (!isComplete || keptIds.some(id => !storedIds.includes(id))) throw conflict('field_changed')
  return changed.map(({ id = createChoiceId(), label, isRetired }) => ({ id, label, isRetired }))
}

export async function createField(
  context: SignedInContext,
  { isSameLabelConfirmed = false, ...body }: FieldBody,
): Promise<number> {
  return changeFields(context, async tx => {
    const { country } = await requirePermissionToManageCustomFields(tx, body)
    await lockScope(tx.db, body)
    if (!isSameLabelConfirmed) await rejectLabelOfOtherOwner(tx.db, body, country, body)
    const place = await requireFreeSlot(tx.db, body)
    const [created] = await tx.db
      .insert(customFields)
      .values({ ...body, ...place, choices: mergeChoices([], body.choices) })
      .returning({ id: customFields.id })
    if (!created) throw new Error('createField: inserting the field returned no row')
    await recordFieldEvent(tx, 'field.created', body, { fieldId: created.id, kind: body.kind }, country)
    return created.id
  })
}

/** Loads and locks a custom field that the caller manages, or throws 404. */
async function requireManagedField(
  tx: SignedInContext,
  id: number,
): Promise<{ field: CustomFieldRow; country: string | null }> {
  const [field] = await tx.db.select().from(customFields).where(eq(customFields.id, id)).for('no key update')
  if (!field) throw notFound()
  return { field, country: (await requirePermissionToManageCustomFields(tx, field)).country }
}

export async function updateField(
  context: SignedInContext,
  id: number,
  { editedVersion, isSameLabelConfirmed = false, ...body }: FieldChangeBody,
): Promise<void> {
  await changeFields(context, async tx => {
    const { field, country } = await requireManagedField(tx, id)
    if (field.removedAt) throw conflict('field_removed')
    if (field.updatedAt.getTime() !== editedVersion.getTime()) throw conflict('field_changed')
    if (isChoiceKind(field.kind) !== body.choices.length > 0) {
      const problem = isChoiceKind(field.kind) ? customFieldErrors.choices : customFieldErrors.noChoices
      throw badInput({ choices: problem })
    }
    // A private custom field stays private, because members filled it in on the promise that only they see its values.
    if (field.visibleTo === 'member' && includesManagers(body.visibleTo)) {
      throw badInput({ visibleTo: customFieldErrors.staysPrivate })
    }
    const choices = mergeChoices(field.choices, body.choices)
    const isRenamed = field.label.toLowerCase() !== body.label.toLowerCase()
    if (isRenamed && !isSameLabelConfirmed) await rejectLabelOfOtherOwner(tx.db, field, country, body)
    await tx.db
      .update(customFields)
      .set({ ...body, choices, updatedAt: nextVersion })
      .where(eq(customFields.id, id))
    await recordFieldEvent(tx, 'field.updated', field, { fieldId: id, kind: field.kind }, country)
  })
}

/** Sets the order of a scope's custom fields. Fields that somebody else added since the list was loaded come last. */
export async function reorderFields(
  context: SignedInContext,
  { ids, ...scope }: FieldOrderBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { country } = await requirePermissionToManageCustomFields(tx, scope)
    await lockScope(tx.db, scope)
    await tx.db.execute(sql`
      update ${customFields} set position = ordered.position
        from (select f.id, row_number() over (order by v.n nulls last, f.position, f.id)::int as position
                from custom_fields f left join unnest(${sql.param(ids)}::int[]) with ordinality v(id, n) on v.id = f.id
               where f.country is not distinct from ${scope.country}::text
                 and f.club_id is not distinct from ${scope.clubId}::int and f.removed_at is null) ordered
       where custom_fields.id = ordered.id`)
    await recordFieldEvent(tx, 'field.ordered', scope, { count: ids.length }, country)
  })
}

/** Removes a custom field. Its values are hidden at once and deleted later by the retention job. */
export async function removeField(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { field, country } = await requireManagedField(tx, id)
    const { rowCount } = await tx.db
      .update(customFields)
      .set({ removedAt: sql`now()`, slot: null, updatedAt: nextVersion })
      .where(and(eq(customFields.id, id), isNull(customFields.removedAt)))
    if (!rowCount) throw conflict('field_removed')
    await recordFieldEvent(tx, 'field.removed', field, { fieldId: id, kind: field.kind }, country)
  })
}

/** Restores a removed custom field with its values, at the end of the list. */
export async function restoreField(context: SignedInContext, id: number): Promise<void> {
  await changeFields(context, async tx => {
    const { field, country } = await requireManagedField(tx, id)
    if (!field.removedAt) throw conflict()
    await lockScope(tx.db, field)
    await tx.db
      .update(customFields)
      .set({ removedAt: null, updatedAt: nextVersion, ...(await requireFreeSlot(tx.db, field)) })
      .where(eq(customFields.id, id))
    await recordFieldEvent(tx, 'field.restored', field, { fieldId: id, kind: field.kind }, country)
  })
}
