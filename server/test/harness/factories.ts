// Inserts rows for tests: users, sessions, clubs and activities with valid default values.
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { activities } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { appointments } from '#server/db/schema/offices.ts'
import type { HeldOffice } from '#shared/policies.ts'

export const testPassword = 'kata-laluan-ujian-88'
/**
 * Argon2 parameters of the test password. A hash contains its parameters, so the server verifies this cheap one with
 * the same code as a real one. A real one takes 30 ms, and most tests are not about it.
 */
const cheapHash = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined
let counter = 0

export type TestUser = typeof users.$inferSelect

/** Creates a session of the user and returns the session id, for tests that send no HTTP request. */
export async function createTestSessionInDatabase(db: Db, userId: number): Promise<number> {
  const [session] = await db
    .insert(sessions)
    .values({
      userId,
      token: randomBytes(32).toString('base64url'),
      method: 'password',
      expiresAt: sql`now() + interval '1 day'`,
    })
    .returning({ id: sessions.id })
  if (!session) throw new Error('no session')
  return session.id
}

export async function buildUser(
  db: Db,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<TestUser> {
  passwordHash ??= hash(testPassword, cheapHash)
  counter++
  const [user] = await db
    .insert(users)
    .values({
      username: `ujian${counter}`,
      email: `ujian${counter}@contoh.my`,
      fullName: `Ujian Bin Percubaan ${counter}`,
      password: await passwordHash,
      status: 'active',
      currentCountry: 'Japan',
      ...overrides,
    })
    .returning()
  return user as TestUser
}

export async function buildActivity(db: Db, overrides: Partial<typeof activities.$inferInsert> = {}) {
  counter++
  const [activity] = await db
    .insert(activities)
    .values({ title: `Aktiviti Ujian ${counter}`, ...overrides })
    .returning()
  return activity as typeof activities.$inferSelect
}

export async function buildClub(db: Db, overrides: Partial<typeof clubs.$inferInsert> = {}) {
  counter++
  const [club] = await db
    .insert(clubs)
    .values({ name: `Kelab Ujian ${counter}`, country: 'Japan', ...overrides })
    .returning()
  return club as typeof clubs.$inferSelect
}

/** Gives the user an office whose term has begun, in the user's club or country or at headquarters. */
export async function buildOfficeAppointment(
  db: Db,
  { id: userId, clubId, currentCountry }: TestUser,
  { office, over }: HeldOffice,
  overrides: Partial<typeof appointments.$inferInsert> = {},
) {
  const [appointment] = await db
    .insert(appointments)
    .values({
      userId,
      office,
      clubId: over === 'club' ? clubId : null,
      country: over === 'country' ? currentCountry : null,
      startsOn: '2020-01-01',
      endsOn: '2100-01-01',
      timeZone: 'UTC',
      ...overrides,
    })
    .returning()
  return appointment as typeof appointments.$inferSelect
}
