// Applies import lines to existing users, and restores the previous values when the import is undone.
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { extractUserMatchKeys, type Import } from '#server/features/imports/checking/check-import.service.ts'
import {
  compareImportRowWithUser,
  isProbablyOtherPerson,
  isWithinImportScope,
} from '#server/features/imports/checking/classify-import-row.ts'
import { toHex } from '#server/features/imports/checking/encrypt-import-row-part.ts'
import {
  findExactUserMatches,
  type KnownUser,
  knownUserColumns,
} from '#server/features/imports/checking/match-users.queries.ts'
import { encryptIcNumber } from '#server/features/users/person-data/person.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { ImportLine } from './create-imported-users.service.ts'
import { recordImportAuditEvents, writeImportedUserHistory } from './record-imported-users.service.ts'

/** User fields that an import line may change. */
const fields = [
  'fullName',
  'phone',
  'birthState',
  'currentCountry',
  'clubId',
  'institution',
  'course',
  'educationLevel',
  'startYear',
  'endYear',
] as const
type Values = Pick<KnownUser, (typeof fields)[number]>

/** User fields before the import, and whether the import set the identity number; stored to undo the import. */
export interface ValuesBeforeImport {
  values: Values
  setNumber: boolean
}

function pickValues(person: Values): Values {
  return Object.fromEntries(fields.map(key => [key, person[key]])) as unknown as Values
}

interface ChangedUser extends Values {
  id: number
  isMoved: boolean
  /** New identity number of the user; undefined leaves it unchanged, null removes it. */
  icNumber?: string | null
}

/** Locks the users in ascending order of id, so that concurrent changes of the same users cannot deadlock. */
async function lockPeople({ db }: Context, ids: number[]): Promise<Map<number, KnownUser>> {
  const { rows } = await db.execute<{ person: KnownUser }>(sql`
    select ${knownUserColumns} as person from users u where u.id = any(${sql.param(ids)}::int[]) and u.erased_at is null
     order by u.id for no key update`)
  return new Map(rows.map(({ person }) => [person.id, person]))
}

async function writeChanges({ db, secret }: Context, people: ChangedUser[], found: Import, kind: AuditKind) {
  if (people.length === 0) return
  const values = people.map(person => {
    const sealed =
      person.icNumber === undefined ? undefined : encryptIcNumber(secret, person.id, person.icNumber)
    return {
      ...person,
      setsNumber: sealed !== undefined,
      icEncrypted: toHex(sealed?.icEncrypted),
      icHash: toHex(sealed?.icHash),
      birthYear: sealed?.birthYear ?? null,
    }
  })
  await db.execute(sql`
    update users u
       set full_name = v."fullName", phone = v.phone, birth_state = v."birthState", current_country = v."currentCountry",
           club_id = v."clubId", institution = v.institution, course = v.course, education_level = v."educationLevel",
           start_year = v."startYear", end_year = v."endYear", updated_at = now(),
           ic_encrypted = case when v."setsNumber" then decode(v."icEncrypted", 'hex') else u.ic_encrypted end,
           ic_hash = case when v."setsNumber" then decode(v."icHash", 'hex') else u.ic_hash end,
           birth_year = case when v."setsNumber" then v."birthYear" else u.birth_year end
      from json_to_recordset(${JSON.stringify(values)}::json) as v("id" int, "fullName" text, "phone" text,
           "birthState" text, "currentCountry" text, "clubId" int, "institution" text, "course" text,
           "educationLevel" text, "startYear" int, "endYear" int, "setsNumber" bool, "icEncrypted" text, "icHash" text,
           "birthYear" int)
     where u.id = v.id`)
  const moved = people.filter(({ isMoved }) => isMoved).map(({ id }) => id)
  await writeImportedUserHistory(db, found, moved)
  if (moved.length > 0) await syncSystemGroups(db, ...moved)
  await recordImportAuditEvents(db, found, { kind, ids: people.map(({ id }) => id) })
}

const hasMoved = (before: Values, after: Values) =>
  before.currentCountry !== after.currentCountry || before.clubId !== after.clubId

/**
 * Changes existing users. Each import line is checked again, because users may have changed since the preview.
 * Users who left the country or club of the import are not changed.
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
    ...extractUserMatchKeys(secret, line, data),
    email: null,
    membershipNumber: null,
  }))
  const icOwners = new Map(
    (await findExactUserMatches(db, searchKeys)).map(({ line, person }) => [line, person.id]),
  )
  const changed: ChangedUser[] = []
  const changedByLine = new Map<number, { userId: number; before: ValuesBeforeImport }>()
  lines.forEach(({ line, data, personId, isDecided }, index) => {
    const person = people.get(personId)
    if (person?.role !== 'member' || !isWithinImportScope(found, person)) return
    const icHash = searchKeys[index]?.icHash ?? null
    if (!isDecided && isProbablyOtherPerson(data, icHash, person)) return
    // Each changed user is removed from `people`, so that a second import line about the same user is skipped.
    const { changes } = compareImportRowWithUser(data, icHash, person)
    const after = pickValues(person)
    for (const key of fields) {
      if (changes.includes(key)) Object.assign(after, { [key]: data[key] ?? null })
    }
    const isIcNumberFree = (icOwners.get(line) ?? personId) === personId
    const setNumber = changes.includes('icNumber') && isIcNumberFree
    if (after.startYear && after.endYear && after.endYear < after.startYear) return
    changed.push({
      ...after,
      id: personId,
      isMoved: hasMoved(after, person),
      ...(setNumber && { icNumber: data.icNumber }),
    })
    changedByLine.set(line, { userId: personId, before: { values: pickValues(person), setNumber } })
    people.delete(personId)
  })
  await writeChanges(tx, changed, found, 'user.changed_by_import')
  return changedByLine
}

/** Restores the user fields from before the import. Callers pass only users who were not edited since. */
export async function restoreUsersBeforeImport(
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
    const moved = hasMoved(before.values, person)
    return [{ ...before.values, id: userId, isMoved: moved, ...(before.setNumber && { icNumber: null }) }]
  })
  await writeChanges(tx, changed, found, 'user.import_undone')
}
