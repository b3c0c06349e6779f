// Loads the demo data: clubs, members, activities, chats and announcements, generated from a fixed seed.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import { customFields, customFieldValues } from '#server/db/schema/custom-fields.ts'
import { notifications } from '#server/db/schema/events.ts'
import { clubHistory, membershipCounters, userHistory } from '#server/db/schema/history.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { segments } from '#server/db/schema/segments.ts'
import { tags, userTags } from '#server/db/schema/tags.ts'
import { countNewMessagesForAnalytics } from '#server/features/analytics/count-new-messages-for-analytics.service.ts'
import { hashPassword } from '#server/identity/password.ts'
import type { Secret } from '#server/secret.ts'
import type { Country } from '#shared/countries/countries.ts'
import { demoPassword } from './accounts.ts'
import { generateActivities, generateParticipants } from './activities.ts'
import { generateAnnouncements } from './announcements.ts'
import { generateChats } from './chats.ts'
import { generateClubs } from './clubs.ts'
import { generateCustomFields } from './custom-fields.ts'
import { insertDemoElection } from './elections.ts'
import { insertDemoFees } from './fees.ts'
import { insertDemoMotions } from './motions.ts'
import { generateNotifications } from './notifications.ts'
import { generateOfficeHolders } from './offices.ts'
import { generateDemoUsersAndHistory } from './people.ts'
import { createSeededRandom } from './seeded-random.ts'
import { demoSegments } from './segments.ts'
import { generateTags } from './tags.ts'

/** Countries that are open in the demo in addition to those of the first release. */
const demoCountries: Country[] = ['Egypt', 'Ireland', 'Jordan']

/** Inserts 500 rows per SQL statement, so that a statement stays below the limit of 65,535 parameters. */
async function insertRowsInBatches(db: Db, table: PgTable, rows: object[]): Promise<void> {
  for (let i = 0; i < rows.length; i += 500) await db.insert(table).values(rows.slice(i, i + 500))
}

/** Advances the id sequence of a table, because demo rows have explicit ids. */
async function advanceIdSequence(db: Db, table: string, count: number): Promise<void> {
  await db.execute(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) from generate_series(1, ${count}::int)`,
  )
}

type DemoRows = ReturnType<typeof generateDemoData>

/** Generates all demo rows, including encrypted and hashed personal data. */
function generateDemoData(secret: Secret, password: string, now: Date) {
  const random = createSeededRandom(1957)
  const clubRows = generateClubs(random, now)
  const people = generateDemoUsersAndHistory({ random, now, clubs: clubRows, secret, password })
  const context = { random, now, clubs: clubRows, users: people.users }
  const activityRows = generateActivities(context)
  const participantRows = generateParticipants(context, activityRows, clubRows)
  return { clubRows, people, activityRows, participantRows, chats: generateChats(context) }
}

async function hasAnyUser(db: Db): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1)
  return user !== undefined
}

/** Inserts the demo data in one transaction. Returns undefined while another transaction is inserting them. */
function insertDemoDataOnce(db: Db, rows: DemoRows, secret: Secret, now: Date): Promise<boolean | undefined> {
  return db.transaction(async tx => {
    const lock = await tx.execute<{ isAcquired: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('demo')) as "isAcquired"`,
    )
    if (!lock.rows[0]?.isAcquired) return undefined
    await tx.execute(sql`lock table ${users} in exclusive mode`)
    if (await hasAnyUser(tx)) return false
    await insertDemoData(tx, rows, secret, now)
    return true
  })
}

/**
 * Loads the demo only into an empty database, so a start that was killed halfway loads it again. The rows are generated
 * before the users table is locked, because encrypting and hashing take long. A second process that starts at the same
 * time polls instead of waiting for the lock, because the wait would exceed the statement timeout.
 */
export async function loadDemoData(db: Db, secret: Secret, now = new Date()): Promise<boolean> {
  if (await hasAnyUser(db)) return false
  const rows = generateDemoData(secret, await hashPassword(demoPassword), now)
  for (;;) {
    const isLoaded = await insertDemoDataOnce(db, rows, secret, now)
    if (isLoaded !== undefined) return isLoaded
    await setTimeout(200)
  }
}

async function insertDemoData(db: Db, rows: DemoRows, secret: Secret, now: Date): Promise<void> {
  const { clubRows, people, activityRows, participantRows, chats } = rows
  await insertRowsInBatches(db, clubs, clubRows)
  await insertRowsInBatches(db, users, people.users)
  await db.execute(sql`
    update clubs set admin_id = (
      select min(id) from users where club_id = clubs.id and role = 'club_admin_ln' and status = 'active')`)
  await insertRowsInBatches(
    db,
    clubHistory,
    clubRows.map(({ id, createdAt }) => ({ clubId: id, isActive: true, createdAt })),
  )
  await insertRowsInBatches(db, userHistory, people.history)
  const counters = [...people.counters].map(([series, lastNumber]) => {
    const [countryCode = '', year] = series.split('-')
    return { countryCode, year: Number(year), lastNumber }
  })
  await insertRowsInBatches(db, membershipCounters, counters)
  await insertRowsInBatches(db, activities, activityRows)
  await insertRowsInBatches(db, activityParticipants, participantRows)
  await insertRowsInBatches(db, messageGroups, chats.groups)
  await insertRowsInBatches(db, groupMembers, chats.members)
  await insertRowsInBatches(db, messages, chats.messages)
  await insertRowsInBatches(db, appointments, generateOfficeHolders(people.users, now))
  await insertRowsInBatches(
    db,
    openCountries,
    demoCountries.map(country => ({ country, openedBy: people.users[0]?.id })),
  )
  const customFieldRows = generateCustomFields(people.users, now)
  await insertRowsInBatches(db, customFields, customFieldRows.fields)
  await insertRowsInBatches(db, customFieldValues, customFieldRows.values)
  const tagRows = generateTags(people.users)
  await insertRowsInBatches(db, tags, tagRows.rows)
  await insertRowsInBatches(db, userTags, tagRows.links)
  await insertRowsInBatches(db, segments, demoSegments)
  const announcementRows = generateAnnouncements(people.users, now)
  await insertRowsInBatches(db, announcements, announcementRows.rows)
  await insertRowsInBatches(db, announcementRecipients, announcementRows.recipients)
  await insertDemoElection(db, secret, people.users, now)
  await insertDemoMotions(db, people.users, now)
  await insertRowsInBatches(db, notifications, generateNotifications(people.users, activityRows))
  await advanceIdSequence(db, 'clubs', clubRows.length)
  await advanceIdSequence(db, 'users', people.users.length)
  await advanceIdSequence(db, 'activities', activityRows.length)
  await advanceIdSequence(db, 'tags', tagRows.rows.length)
  await advanceIdSequence(db, 'message_groups', chats.groups.length)
  await advanceIdSequence(db, 'custom_fields', customFieldRows.fields.length)
  await advanceIdSequence(db, 'announcements', announcementRows.rows.length)
  await insertDemoFees(db, now)
  // The demo data contain message statistics at once, because nobody waits for the minutely counting job.
  await countNewMessagesForAnalytics(db)
}
