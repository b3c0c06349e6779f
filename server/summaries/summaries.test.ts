import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activities } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { activityStatuses, educationLevels, userStatuses } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { findIncorrectMaterializedCounters } from './summaries.service.ts'

const database = setUpDatabase()

/** A random change of a record. `pick` selects one of the records that exist when the change is made. */
const randomChange = fc.record({
  what: fc.constantFrom(
    'user',
    'user',
    'club',
    'activity',
    'move',
    'move',
    'status',
    'bulk',
    'erase',
    'close',
  ),
  country: fc.constantFrom(...countries, null),
  status: fc.constantFrom(...userStatuses),
  level: fc.constantFrom(...educationLevels, null),
  activityStatus: fc.constantFrom(...activityStatuses),
  year: fc.option(fc.integer({ min: 1950, max: 2008 }), { nil: null }),
  // Timestamps shortly before and after the end of a month in Kuala Lumpur.
  timestamp: fc.constantFrom(
    '2026-10-31T15:59:59Z',
    '2026-10-31T16:00:00Z',
    '2026-11-15T00:00:00Z',
    '2025-12-31T16:00:00Z',
  ),
  pick: fc.nat(1000),
})
type Change = typeof randomChange extends fc.Arbitrary<infer T> ? T : never

async function pickRowId(
  table: typeof users | typeof clubs | typeof activities,
  pick: number,
): Promise<number> {
  const rows = await database.db.select({ id: table.id }).from(table)
  return rows[pick % Math.max(1, rows.length)]?.id ?? 0
}

async function applyStepToDatabase(step: Change): Promise<void> {
  const { db } = database
  const createdAt = new Date(step.timestamp)
  const fields = { currentCountry: step.country, educationLevel: step.level, birthYear: step.year, createdAt }
  switch (step.what) {
    case 'user':
      return void (await buildUser(db, { ...fields, status: step.status }))
    case 'club':
      return void (await buildClub(db, { country: step.country ?? 'Japan', createdAt }))
    case 'activity':
      return void (await db
        .insert(activities)
        .values({ title: 'a', status: step.activityStatus, startDate: createdAt }))
    case 'move': {
      const clubId = (await pickRowId(clubs, step.pick)) || null
      return void (await db
        .update(users)
        .set({ ...fields, clubId })
        .where(eq(users.id, await pickRowId(users, step.pick))))
    }
    case 'status':
      return void (await db
        .update(users)
        .set({ status: step.status })
        .where(eq(users.id, await pickRowId(users, step.pick))))
    case 'bulk':
      return void (await db
        .update(users)
        .set({ status: step.status })
        // Locks the rows in the order of their ids, so that two concurrent updates cannot cause a deadlock.
        .where(sql`id in (select id from users where id % 3 = ${step.pick % 3} order by id for update)`))
    case 'erase':
      return void (await db
        .update(users)
        .set({ erasedAt: createdAt })
        .where(eq(users.id, await pickRowId(users, step.pick))))
    case 'close':
      return void (await db
        .update(activities)
        .set({ status: step.activityStatus, startDate: null })
        .where(eq(activities.id, await pickRowId(activities, step.pick))))
  }
}

test('stored counters equal a full count after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomChange, { minLength: 5, maxLength: 25 }), async steps => {
      for (const step of steps) await applyStepToDatabase(step)
      expect(await findIncorrectMaterializedCounters(database.db)).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('stored counters equal a full count after concurrent changes', async () => {
  const steps = fc.sample(randomChange, { numRuns: 120, seed: 7 })
  const settled = await Promise.allSettled(steps.map(applyStepToDatabase))
  expect(settled.filter(result => result.status === 'rejected')).toEqual([])
  expect(await findIncorrectMaterializedCounters(database.db)).toEqual([])
})

test('a rolled-back transaction leaves the stored counters unchanged', async () => {
  const before = await database.db.execute(sql`select * from summaries order by 1, 2, 3, 4`)
  const failing = database.db.transaction(async tx => {
    await buildUser(tx, { currentCountry: 'France' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect((await database.db.execute(sql`select * from summaries order by 1, 2, 3, 4`)).rows).toEqual(
    before.rows,
  )
})

test('findIncorrectMaterializedCounters reports a stored counter with a wrong value', async () => {
  await buildUser(database.db, { currentCountry: 'Canada', status: 'active' })
  await database.db.execute(sql`
    update summaries set count = count + 1 where entity = 'user' and dimension = 'country' and key = 'Canada' and status = 'active'`)
  const [difference, ...others] = await findIncorrectMaterializedCounters(database.db)
  expect(others).toEqual([])
  expect(difference).toMatchObject({ entity: 'user', dimension: 'country', key: 'Canada', status: 'active' })
  expect(Number(difference?.kept) - Number(difference?.counted)).toBe(1)
})
