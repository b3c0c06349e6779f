import { afterEach, describe, expect, test } from 'vitest'
import { testContext } from '#server/test/app.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { createTasks, timetable } from './jobs.ts'
import { queueRegular } from './timetable.service.ts'

const database = setUpDatabase()
afterEach(async () => {
  await database.pool.query('delete from queued_jobs')
  await database.pool.query('delete from positions')
})

const times = [
  { task: 'a', every: 1 },
  { task: 'b', every: 60, at: 13 },
]
const look = () => queueRegular(database.db, times)
async function queued(): Promise<string[]> {
  const { rows } = await database.pool.query<{ task: string }>('delete from queued_jobs returning task')
  return rows.map(({ task }) => task).sort()
}
/** As if that many of its turns had passed; fewer than none: the clock was put back by so many. */
const pass = (task: string, turns: number) =>
  database.pool.query('update positions set last_id = last_id - $2 where name = $1', [
    `timetable:${task}`,
    turns,
  ])

describe('what is done regularly', () => {
  test('is something that somebody does', () => {
    const tasks = createTasks(testContext(database.db))
    expect(timetable.filter(({ task }) => !(task in tasks))).toEqual([])
  })

  test('waits for its turn, and is queued once a turn however many look', async () => {
    await look()
    expect(await queued()).toEqual([])
    await pass('a', 1)
    await Promise.all([look(), look(), look()])
    expect(await queued()).toEqual(['a'])
    await pass('b', 30)
    await look()
    await look()
    expect(await queued()).toEqual(['b'])
  })

  test('goes on after a clock that was ahead: by one turn it waits, by a day it does not', async () => {
    await look()
    await pass('a', -1)
    await look()
    expect(await queued()).toEqual([])
    await pass('a', -1440)
    await pass('b', -24)
    await look()
    expect(await queued()).toEqual(['a', 'b'])
    await look()
    expect(await queued()).toEqual([])
  })
})
