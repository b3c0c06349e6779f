import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { findDatabaseErrorInCauseChain } from '#server/db/errors/database-errors.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { activities, activityParticipants } from './schema/activities.ts'
import { groupMembers, messageGroups, messages } from './schema/chat.ts'
import { users } from './schema/core.ts'

const database = setUpDatabase()

async function findViolatedConstraint(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    cause => findDatabaseErrorInCauseChain(cause) as { constraint?: string },
  )
  return error?.constraint
}

describe('column defaults', () => {
  test('a new user is a pending member, a new activity is planned and a new club is active', async () => {
    const [user] = await database.db
      .insert(users)
      .values({ username: 'baru', email: 'baru@contoh.my', fullName: 'Baru' })
      .returning()
    expect(user).toMatchObject({ role: 'member', status: 'pending', socialMedia: [], currentCountry: null })
    const [activity] = await database.db.insert(activities).values({ title: 'Gotong-royong' }).returning()
    expect(activity).toMatchObject({ status: 'planned', images: [], documents: [] })
    expect(await buildClub(database.db)).toMatchObject({ isActive: true })
  })
})

describe('constraints', () => {
  test('the database rejects unknown roles, statuses, countries and education levels', async () => {
    expect(await findViolatedConstraint(buildUser(database.db, { role: 'raja' as never }))).toBe('users_role')
    expect(await findViolatedConstraint(buildUser(database.db, { status: 'hilang' as never }))).toBe(
      'users_status',
    )
    expect(
      await findViolatedConstraint(buildUser(database.db, { currentCountry: 'Atlantis' as never })),
    ).toBe('users_country')
    expect(await findViolatedConstraint(buildUser(database.db, { educationLevel: 'tadika' as never }))).toBe(
      'users_education_level',
    )
    expect(await findViolatedConstraint(buildClub(database.db, { country: 'Atlantis' as never }))).toBe(
      'clubs_country',
    )
    const badStatus = database.db.insert(activities).values({ title: 'a', status: 'x' as never })
    expect(await findViolatedConstraint(badStatus)).toBe('activities_status')
  })

  test('the database rejects a second club with the same name and city, ignoring case', async () => {
    const { db } = database
    await buildClub(db, { name: 'Kelab Ümit' })
    expect(await findViolatedConstraint(buildClub(db, { name: 'KELAB ÜMIT' }))).toBe('clubs_unique')
    expect(await findViolatedConstraint(buildClub(db, { name: 'Kelab Ümit', city: 'Kobe' }))).toBeUndefined()
    expect(await findViolatedConstraint(buildClub(db, { name: 'Kelab Ümit', city: 'KOBE' }))).toBe(
      'clubs_unique',
    )
  })

  test('the database rejects a duplicate email, username, identity number, Google account or membership number', async () => {
    const unique = {
      email: 'sama@contoh.my',
      username: 'sama',
      googleId: 'g-sama',
      membershipNumber: 'GB-2026-0001',
    }
    await buildUser(database.db, { ...unique, icEncrypted: Buffer.from('a'), icHash: Buffer.from('sama') })
    for (const [field, value] of Object.entries(unique)) {
      expect(await findViolatedConstraint(buildUser(database.db, { [field]: value }))).toMatch(
        /^users_.*_unique$/,
      )
    }
    const sameNumber = { icEncrypted: Buffer.from('b'), icHash: Buffer.from('sama') }
    expect(await findViolatedConstraint(buildUser(database.db, sameNumber))).toBe('users_ic_hash_unique')
  })

  test('the database rejects an identity number without hash, an end year or date before the start, zero capacity and an empty title', async () => {
    expect(await findViolatedConstraint(buildUser(database.db, { icEncrypted: Buffer.from('x') }))).toBe(
      'users_ic_whole',
    )
    expect(await findViolatedConstraint(buildUser(database.db, { startYear: 2026, endYear: 2020 }))).toBe(
      'users_years',
    )
    const insertActivity = (values: object) =>
      database.db.insert(activities).values({ title: 'a', ...values })
    const [start, end] = [new Date('2026-02-02'), new Date('2026-02-01')]
    expect(await findViolatedConstraint(insertActivity({ startDate: start, endDate: end }))).toBe(
      'activities_dates',
    )
    expect(await findViolatedConstraint(insertActivity({ maxParticipants: 0 }))).toBe('activities_capacity')
    expect(await findViolatedConstraint(insertActivity({ title: '' }))).toBe('activities_title')
  })

  test('the database rejects a user who joins an activity or a group twice', async () => {
    const user = await buildUser(database.db)
    const [activity] = await database.db.insert(activities).values({ title: 'a' }).returning()
    const insertParticipant = () =>
      database.db.insert(activityParticipants).values({ activityId: activity?.id ?? 0, userId: user.id })
    await insertParticipant()
    expect(await findViolatedConstraint(insertParticipant().execute())).toBe('activity_participants_once')
    const [group] = await database.db.insert(messageGroups).values({ name: 'g', type: 'custom' }).returning()
    const insertGroupMember = () =>
      database.db.insert(groupMembers).values({ groupId: group?.id ?? 0, userId: user.id })
    await insertGroupMember()
    expect(await findViolatedConstraint(insertGroupMember().execute())).toBe('group_members_once')
  })

  test('the database rejects a second chat group for a club, a country, all members or the same two users', async () => {
    const club = await buildClub(database.db)
    const groups: [typeof messageGroups.$inferInsert, string][] = [
      [{ name: 'k', type: 'club', clubId: club.id }, 'message_groups_one_a_club'],
      [{ name: 'n', type: 'country', country: 'Japan' }, 'message_groups_one_a_country'],
      [{ name: 'g', type: 'global' }, 'message_groups_one_global'],
      [{ name: 'd', type: 'custom', directKey: '1:2' }, 'message_groups_direct_once'],
    ]
    for (const [group, rule] of groups) {
      await database.db.insert(messageGroups).values(group)
      expect(await findViolatedConstraint(database.db.insert(messageGroups).values(group).execute())).toBe(
        rule,
      )
    }
    const groupWithoutClub = database.db.insert(messageGroups).values({ name: 'x', type: 'club' }).execute()
    expect(await findViolatedConstraint(groupWithoutClub)).toBe('message_groups_of_club')
  })

  test('the database rejects encryption of country groups and of the global group', async () => {
    for (const group of [
      { name: 'n', type: 'country', country: 'Germany', encrypted: true },
      { name: 'g', type: 'global', encrypted: true },
    ] as const) {
      const insertion = database.db.insert(messageGroups).values(group).execute()
      expect(await findViolatedConstraint(insertion)).toBe('message_groups_encrypted')
    }
  })

  test('the database rejects a second message with the same number in a group or with the same client-generated id of a sender', async () => {
    const user = await buildUser(database.db)
    const [group] = await database.db.insert(messageGroups).values({ name: 'm', type: 'custom' }).returning()
    const insertMessage = (seq: number, clientId: string) =>
      database.db
        .insert(messages)
        .values({ senderId: user.id, groupId: group?.id ?? 0, seq, clientId, content: 'hai' })
        .execute()
    await insertMessage(1, 'a')
    expect(await findViolatedConstraint(insertMessage(1, 'b'))).toBe('messages_in_order')
    expect(await findViolatedConstraint(insertMessage(2, 'a'))).toBe('messages_sent_once')
  })
})

test('every foreign key has an index by which PostgreSQL finds the referencing rows when a row is deleted', async () => {
  // A partial index serves a foreign key only if its condition is that the column is not null.
  const { rows } = await database.db.execute<{ column: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace
       and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indisvalid
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
     order by 1`)
  // These columns need no index: clubs, groups and offices are never deleted, and no query searches by the columns.
  const neverSearched = [
    'message_reports.group_id',
    'office_handovers.office_id',
    'offices.club_id',
    'user_history.club_id',
  ]
  expect(rows.map(row => row.column)).toEqual(neverSearched)
})
