import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/database.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { databaseCause } from './database-errors.ts'
import { activities, activityParticipants } from './schema/activities.ts'
import { groupMembers, messageGroups, messages } from './schema/chat.ts'
import { users } from './schema/core.ts'

const database = setUpDatabase()

async function refusedBy(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    cause => databaseCause(cause) as { constraint?: string },
  )
  return error?.constraint
}

describe('defaults', () => {
  test('a new user is a pending member, a new activity planned, a new club active', async () => {
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

describe('the database itself refuses', () => {
  test('values that are on no list', async () => {
    expect(await refusedBy(buildUser(database.db, { role: 'raja' as never }))).toBe('users_role')
    expect(await refusedBy(buildUser(database.db, { status: 'hilang' as never }))).toBe('users_status')
    expect(await refusedBy(buildUser(database.db, { currentCountry: 'Atlantis' as never }))).toBe(
      'users_country',
    )
    expect(await refusedBy(buildUser(database.db, { educationLevel: 'tadika' as never }))).toBe(
      'users_education_level',
    )
    expect(await refusedBy(buildClub(database.db, { country: 'Atlantis' as never }))).toBe('clubs_country')
    const badStatus = database.db.insert(activities).values({ title: 'a', status: 'x' as never })
    expect(await refusedBy(badStatus)).toBe('activities_status')
  })

  test('the same club twice, however it is written; without a city as well', async () => {
    const { db } = database
    await buildClub(db, { name: 'Kelab Ümit' })
    expect(await refusedBy(buildClub(db, { name: 'KELAB ÜMIT' }))).toBe('clubs_unique')
    expect(await refusedBy(buildClub(db, { name: 'Kelab Ümit', city: 'Kobe' }))).toBeUndefined()
    expect(await refusedBy(buildClub(db, { name: 'Kelab Ümit', city: 'KOBE' }))).toBe('clubs_unique')
  })

  test('the same email, username, identity number, Google account or membership number twice', async () => {
    const unique = {
      email: 'sama@contoh.my',
      username: 'sama',
      googleId: 'g-sama',
      membershipNumber: 'GB-2026-0001',
    }
    await buildUser(database.db, { ...unique, icEncrypted: Buffer.from('a'), icHash: Buffer.from('sama') })
    for (const [field, value] of Object.entries(unique)) {
      expect(await refusedBy(buildUser(database.db, { [field]: value }))).toMatch(/^users_.*_unique$/)
    }
    const sameNumber = { icEncrypted: Buffer.from('b'), icHash: Buffer.from('sama') }
    expect(await refusedBy(buildUser(database.db, sameNumber))).toBe('users_ic_hash_unique')
  })

  test('an identity number without its hash, years the wrong way round, dates the wrong way round, no places', async () => {
    expect(await refusedBy(buildUser(database.db, { icEncrypted: Buffer.from('x') }))).toBe('users_ic_whole')
    expect(await refusedBy(buildUser(database.db, { startYear: 2026, endYear: 2020 }))).toBe('users_years')
    const activity = (values: object) => database.db.insert(activities).values({ title: 'a', ...values })
    const [start, end] = [new Date('2026-02-02'), new Date('2026-02-01')]
    expect(await refusedBy(activity({ startDate: start, endDate: end }))).toBe('activities_dates')
    expect(await refusedBy(activity({ maxParticipants: 0 }))).toBe('activities_capacity')
    expect(await refusedBy(activity({ title: '' }))).toBe('activities_title')
  })

  test('a person twice in an activity or a group', async () => {
    const user = await buildUser(database.db)
    const [activity] = await database.db.insert(activities).values({ title: 'a' }).returning()
    const join = () =>
      database.db.insert(activityParticipants).values({ activityId: activity?.id ?? 0, userId: user.id })
    await join()
    expect(await refusedBy(join().execute())).toBe('activity_participants_once')
    const [group] = await database.db.insert(messageGroups).values({ name: 'g', type: 'custom' }).returning()
    const enter = () => database.db.insert(groupMembers).values({ groupId: group?.id ?? 0, userId: user.id })
    await enter()
    expect(await refusedBy(enter().execute())).toBe('group_members_once')
  })

  test('a second group for a club, a country, the world or two people', async () => {
    const club = await buildClub(database.db)
    const groups: [typeof messageGroups.$inferInsert, string][] = [
      [{ name: 'k', type: 'club', clubId: club.id }, 'message_groups_one_a_club'],
      [{ name: 'n', type: 'country', country: 'Japan' }, 'message_groups_one_a_country'],
      [{ name: 'g', type: 'global' }, 'message_groups_one_global'],
      [{ name: 'd', type: 'custom', directKey: '1:2' }, 'message_groups_direct_once'],
    ]
    for (const [group, rule] of groups) {
      await database.db.insert(messageGroups).values(group)
      expect(await refusedBy(database.db.insert(messageGroups).values(group).execute())).toBe(rule)
    }
    const homeless = database.db.insert(messageGroups).values({ name: 'x', type: 'club' }).execute()
    expect(await refusedBy(homeless)).toBe('message_groups_of_club')
  })

  test('encryption of what everybody reads', async () => {
    for (const group of [
      { name: 'n', type: 'country', country: 'Germany', encrypted: true },
      { name: 'g', type: 'global', encrypted: true },
    ] as const) {
      const made = database.db.insert(messageGroups).values(group).execute()
      expect(await refusedBy(made)).toBe('message_groups_encrypted')
    }
  })

  test('two messages in one place, or one message sent twice', async () => {
    const user = await buildUser(database.db)
    const [group] = await database.db.insert(messageGroups).values({ name: 'm', type: 'custom' }).returning()
    const send = (seq: number, clientId: string) =>
      database.db
        .insert(messages)
        .values({ senderId: user.id, groupId: group?.id ?? 0, seq, clientId, content: 'hai' })
        .execute()
    await send(1, 'a')
    expect(await refusedBy(send(1, 'b'))).toBe('messages_in_order')
    expect(await refusedBy(send(2, 'a'))).toBe('messages_sent_once')
  })
})

test('every foreign key has an index that a delete of the referenced row can use', async () => {
  // A partial index serves only if its condition follows from the equality.
  const { rows } = await database.db.execute<{ column: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace
       and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indisvalid
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
     order by 1`)
  // Read only from the row itself, never searched by: clubs, groups and offices are never deleted. People and files are.
  const neverSearched = [
    'message_reports.group_id',
    'office_handovers.office_id',
    'offices.club_id',
    'user_history.club_id',
  ]
  expect(rows.map(row => row.column)).toEqual(neverSearched)
})
