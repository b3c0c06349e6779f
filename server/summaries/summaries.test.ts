import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activities } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { activityStatuses, countries, educationLevels, userStatuses } from '#shared/constants.ts'
import { compareSummaries } from './summaries.service.ts'

const database = setUpDatabase()

/** One change of any kind, drawn at random; what it refers to is whatever exists by then. */
const change = fc.record({
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
  // On both sides of the end of a month in Kuala Lumpur.
  moment: fc.constantFrom(
    '2026-10-31T15:59:59Z',
    '2026-10-31T16:00:00Z',
    '2026-11-15T00:00:00Z',
    '2025-12-31T16:00:00Z',
  ),
  pick: fc.nat(1000),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

async function anyId(table: typeof users | typeof clubs | typeof activities, pick: number): Promise<number> {
  const rows = await database.db.select({ id: table.id }).from(table)
  return rows[pick % Math.max(1, rows.length)]?.id ?? 0
}

async function apply(step: Change): Promise<void> {
  const { db } = database
  const createdAt = new Date(step.moment)
  const place = { currentCountry: step.country, educationLevel: step.level, birthYear: step.year, createdAt }
  switch (step.what) {
    case 'user':
      return void (await buildUser(db, { ...place, status: step.status }))
    case 'club':
      return void (await buildClub(db, { country: step.country ?? 'Japan', createdAt }))
    case 'activity':
      return void (await db
        .insert(activities)
        .values({ title: 'a', status: step.activityStatus, startDate: createdAt }))
    case 'move': {
      const clubId = (await anyId(clubs, step.pick)) || null
      return void (await db
        .update(users)
        .set({ ...place, clubId })
        .where(eq(users.id, await anyId(users, step.pick))))
    }
    case 'status':
      return void (await db
        .update(users)
        .set({ status: step.status })
        .where(eq(users.id, await anyId(users, step.pick))))
    case 'bulk':
      return void (await db
        .update(users)
        .set({ status: step.status })
        // Taken hold of in one order, or two of these at once could wait for each other for ever.
        .where(sql`id in (select id from users where id % 3 = ${step.pick % 3} order by id for update)`))
    case 'erase':
      return void (await db
        .update(users)
        .set({ erasedAt: createdAt })
        .where(eq(users.id, await anyId(users, step.pick))))
    case 'close':
      return void (await db
        .update(activities)
        .set({ status: step.activityStatus, startDate: null })
        .where(eq(activities.id, await anyId(activities, step.pick))))
  }
}

test('after any sequence of changes the kept figures equal a full count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async steps => {
      for (const step of steps) await apply(step)
      expect(await compareSummaries(database.db)).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('also when many change things at once', async () => {
  const steps = fc.sample(change, { numRuns: 120, seed: 7 })
  const settled = await Promise.allSettled(steps.map(apply))
  expect(settled.filter(result => result.status === 'rejected')).toEqual([])
  expect(await compareSummaries(database.db)).toEqual([])
})

test('a transaction that is taken back leaves the figures as they were', async () => {
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

test('a figure that was broken on purpose is found', async () => {
  await buildUser(database.db, { currentCountry: 'Canada', status: 'active' })
  await database.db.execute(sql`
    update summaries set count = count + 1 where entity = 'user' and dimension = 'country' and key = 'Canada' and status = 'active'`)
  const [difference, ...others] = await compareSummaries(database.db)
  expect(others).toEqual([])
  expect(difference).toMatchObject({ entity: 'user', dimension: 'country', key: 'Canada', status: 'active' })
  expect(Number(difference?.kept) - Number(difference?.counted)).toBe(1)
})
