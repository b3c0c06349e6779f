// Applies import lines to existing users, and restores the previous values when the import is undone.
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { findAndLockCountriesOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import {
  extractValuesForUserMatching,
  type Import,
} from '#server/features/imports/checking/check-rows.service.ts'
import {
  compareImportRowWithUser,
  isMatchedUserProbablyAnotherPerson,
  isUserInCountryOrClubOfImport,
} from '#server/features/imports/checking/classify-import-row.ts'
import {
  findExactUserMatches,
  type KnownUser,
  knownUserColumns,
} from '#server/features/imports/checking/match-users.queries.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import {
  getCustomFieldIdOfImportTarget,
  type ImportTarget,
  replacedFields,
} from '#shared/contracts/imports/import-targets.ts'
import type { Country } from '#shared/countries/countries.ts'
import type { ImportLine } from './create-imported-users.service.ts'
import {
  restoreFieldValuesFromBeforeImport,
  storeImportedFieldValues,
} from './imported-field-values.service.ts'
import {
  insertStatusHistoryOfImportedUsers,
  recordAuditEventsOfImportedUsers,
} from './record-imported-users.service.ts'
import {
  buildSqlListOfUserColumns,
  convertUserRowsToSqlTableExpression,
  type UserColumn,
} from './user-records.queries.ts'

type Values = Pick<KnownUser, (typeof replacedFields)[number]>

/** User fields before the import, and whether the import set the identity number. The undo of the import needs both. */
export interface ValuesBeforeImport {
  values: Values
  setNumber: boolean
  /** Previous values of the custom fields that the import changed. Null stands for a custom field without a value. */
  customFields?: FieldValues
}

function pickValues(person: Values): Values {
  return Object.fromEntries(replacedFields.map(key => [key, person[key]])) as unknown as Values
}

interface ChangedUser {
  id: number
  values: Values
  isMoved: boolean
  /** New identity number of the user; undefined leaves it unchanged, null removes it. */
  icNumber?: string | null
  /** New values of custom fields, by the id of the custom field. */
  customFields: FieldValues
}

/** Picks the values of the custom fields that an import line changes. Null stands for a field without a value. */
function pickFieldValues(changes: ImportTarget[], values: FieldValues = {}): FieldValues {
  const ids = changes.flatMap(key => getCustomFieldIdOfImportTarget(key) ?? [])
  return Object.fromEntries(ids.map(id => [id, values[id] ?? null]))
}

/** Locks the users in ascending order of id, so that concurrent changes of the same users cannot deadlock. */
async function lockPeople({ db }: Context, ids: number[]): Promise<Map<number, KnownUser>> {
  const { rows } = await db.execute<{ person: KnownUser }>(sql`
    select ${knownUserColumns} as person from users u where u.id = any(${sql.param(ids)}::int[]) and u.erased_at is null
     order by u.id for no key update`)
  return new Map(rows.map(({ person }) => [person.id, person]))
}

async function updateColumns(
  { db }: Context,
  columns: UserColumn[],
  rows: Parameters<typeof convertUserRowsToSqlTableExpression>[0],
): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`
    update users u set (${buildSqlListOfUserColumns(columns)}, updated_at) = row(${buildSqlListOfUserColumns(columns, 'v')}, now())
      from ${convertUserRowsToSqlTableExpression(rows)} v where u.id = v.id`)
}

async function writeChanges(tx: Context, people: ChangedUser[], found: Import, kind: AuditKind) {
  if (people.length === 0) return
  const { db, secret } = tx
  await updateColumns(
    tx,
    replacedFields,
    people.map(({ id, values }) => ({ ...values, id })),
  )
  await updateColumns(
    tx,
    ['icEncrypted', 'icHash', 'birthYear'],
    people.flatMap(({ id, icNumber }) =>
      icNumber === undefined ? [] : [{ ...encryptIdentityNumber(secret, id, icNumber), id }],
    ),
  )
  const moved = people.filter(({ isMoved }) => isMoved).map(({ id }) => id)
  await insertStatusHistoryOfImportedUsers(db, found, moved)
  if (moved.length > 0) await syncSystemGroups(db, ...moved)
  await recordAuditEventsOfImportedUsers(db, found, { kind, ids: people.map(({ id }) => id) })
}

const hasMoved = (before: Values, after: Values) =>
  before.currentCountry !== after.currentCountry || before.clubId !== after.clubId

/**
 * Changes existing users. Each import line is checked again, because users may have changed since the preview.
 * Users who left the country or club of the import are not changed, nor moved to a country that was closed since.
 * Users who now appear to be another person are changed only after an explicit decision (`isDecided`).
 */
export async function updateExistingUsers(
  tx: Context,
  lines: (ImportLine & { personId: number; isDecided: boolean })[],
  found: Import,
): Promise<Map<number, { userId: number; before: ValuesBeforeImport }>> {
  const { db, secret } = tx
  const people = await lockPeople(
    tx,
    lines.map(({ personId }) => personId),
  )
  const searchKeys = lines.map(({ line, data }) => ({
    ...extractValuesForUserMatching(secret, line, data),
    email: null,
    membershipNumber: null,
  }))
  const icOwners = new Map(
    (await findExactUserMatches(db, searchKeys)).map(({ line, person }) => [line, person.id]),
  )
  const newCountries = lines.map(({ data }) => data.currentCountry).filter(country => country !== undefined)
  const openCountries = await findAndLockCountriesOpenForRegistration(db, [...new Set(newCountries)])
  const changed: ChangedUser[] = []
  const changedByLine = new Map<number, { userId: number; before: ValuesBeforeImport }>()
  lines.forEach(({ line, data, personId, isDecided }, index) => {
    const person = people.get(personId)
    if (person?.role !== 'member' || !isUserInCountryOrClubOfImport(found, person)) return
    const icHash = searchKeys[index]?.icHash ?? null
    if (!isDecided && isMatchedUserProbablyAnotherPerson(data, icHash, person)) return
    // If several lines of a batch match the same user, the import applies at most one of them.
    const { changes } = compareImportRowWithUser(data, icHash, person)
    const after = pickValues(person)
    for (const key of replacedFields) {
      if (changes.includes(key)) Object.assign(after, { [key]: data[key] ?? null })
    }
    const isIcNumberFree = (icOwners.get(line) ?? personId) === personId
    const setNumber = changes.includes('icNumber') && isIcNumberFree
    if (after.startYear && after.endYear && after.endYear < after.startYear) return
    const isNewCountry = after.currentCountry !== null && after.currentCountry !== person.currentCountry
    if (isNewCountry && !openCountries.has(after.currentCountry as Country)) return
    changed.push({
      id: personId,
      values: after,
      isMoved: hasMoved(after, person),
      ...(setNumber && { icNumber: data.icNumber }),
      customFields: pickFieldValues(changes, data.customFields),
    })
    changedByLine.set(line, {
      userId: personId,
      before: {
        values: pickValues(person),
        setNumber,
        customFields: pickFieldValues(changes, person.customFields),
      },
    })
    people.delete(personId)
  })
  await writeChanges(tx, changed, found, 'user.changed_by_import')
  await storeImportedFieldValues(
    db,
    found,
    changed.map(({ id, customFields }) => ({ userId: id, values: customFields })),
  )
  return changedByLine
}

/** Restores the user fields from before the import. Callers pass only users who were not edited since. */
export async function revertUsersToStateBeforeImport(
  tx: Context,
  rows: { userId: number; before: ValuesBeforeImport }[],
  found: Import,
): Promise<void> {
  const people = await lockPeople(
    tx,
    rows.map(({ userId }) => userId),
  )
  const changed = rows.flatMap(({ userId, before }): ChangedUser[] => {
    const person = people.get(userId)
    if (!person) return []
    // Older imports stored no value for fields that were added later. The undo leaves these fields unchanged.
    const values = { ...pickValues(person), ...before.values }
    const isMoved = hasMoved(values, person)
    const customFields = before.customFields ?? {}
    return [{ id: userId, values, isMoved, customFields, ...(before.setNumber && { icNumber: null }) }]
  })
  await writeChanges(tx, changed, found, 'user.import_undone')
  await restoreFieldValuesFromBeforeImport(
    tx.db,
    changed.map(({ id, customFields }) => ({ userId: id, values: customFields })),
  )
}
