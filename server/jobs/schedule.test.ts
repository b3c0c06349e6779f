import { afterEach, describe, expect, test } from 'vitest'
import { buildTestServiceContext } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { createJobHandlers, jobSchedule } from './jobs.ts'
import { queueDueJobs } from './schedule.service.ts'

const database = setUpDatabase()
afterEach(async () => {
  await database.pool.query('delete from queued_jobs')
  await database.pool.query('delete from positions')
})

/** Periods of a century, so that no new period begins while a test runs. */
const schedule = [
  { task: 'a', every: 52_560_000 },
  { task: 'b', every: 52_560_000, at: 13 },
]
const queueDueTasks = () => queueDueJobs(database.db, schedule)
async function takeQueuedTasks(): Promise<string[]> {
  const { rows } = await database.pool.query<{ task: string }>('delete from queued_jobs returning task')
  return rows.map(({ task }) => task).sort()
}
/** Simulates that the given number of periods has passed. A negative number simulates a clock that was set back. */
const advancePeriods = (task: string, periods: number) =>
  database.pool.query('update positions set last_id = last_id - $2 where name = $1', [
    `timetable:${task}`,
    periods,
  ])

describe('queueDueJobs', () => {
  test('every recurring job has a task handler', () => {
    const tasks = createJobHandlers(buildTestServiceContext(database.db))
    expect(jobSchedule.filter(({ task }) => !(task in tasks))).toEqual([])
  })

  test('queueDueJobs adds a job once per period, however many server instances call it', async () => {
    await queueDueTasks()
    expect(await takeQueuedTasks()).toEqual([])
    await advancePeriods('a', 1)
    await Promise.all([queueDueTasks(), queueDueTasks(), queueDueTasks()])
    expect(await takeQueuedTasks()).toEqual(['a'])
    await advancePeriods('b', 30)
    await queueDueTasks()
    await queueDueTasks()
    expect(await takeQueuedTasks()).toEqual(['b'])
  })

  test('after the clock was set back, a recurring job waits for at most one period and then runs again', async () => {
    await queueDueTasks()
    await advancePeriods('a', -1)
    await queueDueTasks()
    expect(await takeQueuedTasks()).toEqual([])
    await advancePeriods('a', -1440)
    await advancePeriods('b', -24)
    await queueDueTasks()
    expect(await takeQueuedTasks()).toEqual(['a', 'b'])
    await queueDueTasks()
    expect(await takeQueuedTasks()).toEqual([])
  })
})
