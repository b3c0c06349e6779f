// Loads the demo data: clubs, members, activities, chats and announcements, generated from a fixed seed.
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import { notifications } from '#server/db/schema/events.ts'
import { clubHistory, membershipCounters, userHistory } from '#server/db/schema/history.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { tags, userTags } from '#server/db/schema/tags.ts'
import { countMessages } from '#server/features/analytics/count-messages.service.ts'
import { hashPassword } from '#server/identity/password.ts'
import type { Secret } from '#server/secret.ts'
import type { Country } from '#shared/countries/countries.ts'
import { demoPassword } from './accounts.ts'
import { generateActivities, generateParticipants } from './activities.ts'
import { generateAnnouncements } from './announcements.ts'
import { generateChats } from './chats.ts'
import { generateClubs } from './clubs.ts'
import { insertDemoElection } from './elections.ts'
import { insertDemoMotions } from './motions.ts'
import { generateNotifications } from './notifications.ts'
import { generateAppointments } from './offices.ts'
import { generatePeople } from './people.ts'
import { createSeededRandom } from './seeded-random.ts'
import { generateTags } from './tags.ts'

/** Countries that the demo's headquarters opened beside those of the first release. */
const demoCountries: Country[] = ['Egypt', 'Ireland', 'Jordan']

/** Inserts 500 rows per SQL statement, below the limit of 65,535 parameters. */
async function insertAll(db: Db, table: PgTable, rows: object[]): Promise<void> {
  for (let i = 0; i < rows.length; i += 500) await db.insert(table).values(rows.slice(i, i + 500))
}

/** Advances the id sequence of a table, because demo rows have explicit ids. */
async function skipIds(db: Db, table: string, count: number): Promise<void> {
  await db.execute(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) from generate_series(1, ${count}::int)`,
  )
}

/** Loads the demo in one transaction and only into an empty database, so a start killed half-way loads it again. */
export async function loadDemo(db: Db, secret: Secret, now = new Date()): Promise<boolean> {
  const password = await hashPassword(demoPassword)
  return db.transaction(async tx => {
    await tx.execute(sql`lock table ${users} in exclusive mode`)
    const [existing] = await tx.select({ id: users.id }).from(users).limit(1)
    if (existing) return false
    await insertDemo(tx, secret, password, now)
    return true
  })
}

async function insertDemo(db: Db, secret: Secret, password: string, now: Date): Promise<void> {
  const random = createSeededRandom(1957)
  const clubRows = generateClubs(random, now)
  const people = generatePeople({ random, now, clubs: clubRows, secret, password })
  const context = { random, now, clubs: clubRows, users: people.users }
  const activityRows = generateActivities(context)
  const participantRows = generateParticipants(context, activityRows, clubRows)
  const chats = generateChats(context)

  await insertAll(db, clubs, clubRows)
  await insertAll(db, users, people.users)
  await db.execute(sql`
    update clubs set admin_id = (
      select min(id) from users where club_id = clubs.id and role = 'club_admin_ln' and status = 'active')`)
  await insertAll(
    db,
    clubHistory,
    clubRows.map(({ id, createdAt }) => ({ clubId: id, isActive: true, createdAt })),
  )
  await insertAll(db, userHistory, people.history)
  const counters = [...people.counters].map(([series, lastNumber]) => {
    const [countryCode = '', year] = series.split('-')
    return { countryCode, year: Number(year), lastNumber }
  })
  await insertAll(db, membershipCounters, counters)
  await insertAll(db, activities, activityRows)
  await insertAll(db, activityParticipants, participantRows)
  await insertAll(db, messageGroups, chats.groups)
  await insertAll(db, groupMembers, chats.members)
  await insertAll(db, messages, chats.messages)
  await insertAll(db, appointments, generateAppointments(people.users, now))
  await insertAll(
    db,
    openCountries,
    demoCountries.map(country => ({ country, openedBy: people.users[0]?.id })),
  )
  const tagRows = generateTags(people.users)
  await insertAll(db, tags, tagRows.rows)
  await insertAll(db, userTags, tagRows.links)
  const announcementRows = generateAnnouncements(people.users, now)
  await insertAll(db, announcements, announcementRows.rows)
  await insertAll(db, announcementRecipients, announcementRows.recipients)
  await insertDemoElection(db, secret, people.users, now)
  await insertDemoMotions(db, people.users, now)
  await insertAll(db, notifications, generateNotifications(people.users, activityRows))
  await skipIds(db, 'clubs', clubRows.length)
  await skipIds(db, 'users', people.users.length)
  await skipIds(db, 'activities', activityRows.length)
  await skipIds(db, 'tags', tagRows.rows.length)
  await skipIds(db, 'message_groups', chats.groups.length)
  await skipIds(db, 'announcements', announcementRows.rows.length)
  // The job that counts messages runs once a minute; counting here makes the message statistics available at once.
  await countMessages(db)
}
