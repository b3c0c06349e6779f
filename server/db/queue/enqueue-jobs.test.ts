import { beforeEach, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/harness/database.ts'
import {
  cancelJob,
  enqueueJobs,
  moveQueuedJobsToGraphileWorker,
  unlockJobsOfDeadWorkers,
} from './enqueue-jobs.ts'

const database = setUpDatabase()
const enqueueMail = (id: number, key?: string) =>
  enqueueJobs(database.db, 'send_mail', [{ payload: { id }, key }])
const enqueueResetLink = (email: string) =>
  enqueueJobs(database.db, 'send_reset_link', [{ payload: { email }, key: `reset:${email}` }])

beforeEach(() => database.pool.query('delete from graphile_worker._private_jobs'))

async function readWaitingJobs() {
  const { rows } = await database.pool.query<{ payload: unknown; seconds: number }>(
    `select payload, round(extract(epoch from run_at - now()))::int as seconds
       from graphile_worker._private_jobs order by id`,
  )
  return rows
}

test('when server instances move queued jobs to graphile-worker concurrently, the worker receives each job once and in order', async () => {
  for (let id = 1; id <= 30; id++) await enqueueMail(id)
  await Promise.all(Array.from({ length: 5 }, () => moveQueuedJobsToGraphileWorker(database.db)))
  await moveQueuedJobsToGraphileWorker(database.db)
  expect((await readWaitingJobs()).map(({ payload }) => payload)).toEqual(
    Array.from({ length: 30 }, (_, index) => ({ id: index + 1 })),
  )
})

test('a new job replaces a queued job with the same key, also after the queued job was moved to graphile-worker', async () => {
  await enqueueMail(1, 'satu')
  await enqueueMail(2, 'satu')
  await moveQueuedJobsToGraphileWorker(database.db)
  expect(await readWaitingJobs()).toMatchObject([{ payload: { id: 2 } }])
  await enqueueMail(3, 'satu')
  await moveQueuedJobsToGraphileWorker(database.db)
  expect(await readWaitingJobs()).toMatchObject([{ payload: { id: 3 } }])
})

test('adding a job with keeps_time and the key of a queued job does not change the start time of the queued job', async () => {
  const enqueuePush = (seconds: number) =>
    database.pool.query(
      `insert into queued_jobs (task, payload, key, keeps_time, run_at)
       values ('push_messages', '{"groupId": 1}', 'kumpulan', true, now() + make_interval(secs => $1))`,
      [seconds],
    )
  await enqueuePush(50)
  await enqueuePush(100)
  await moveQueuedJobsToGraphileWorker(database.db)
  await enqueuePush(200)
  await moveQueuedJobsToGraphileWorker(database.db)
  expect(await readWaitingJobs()).toEqual([{ payload: { groupId: 1 }, seconds: 50 }])
})

test('cancelling a job removes it before and after it is moved to graphile-worker', async () => {
  for (const isHandedOver of [false, true]) {
    await enqueueResetLink('siti@contoh.my')
    if (isHandedOver) await moveQueuedJobsToGraphileWorker(database.db)
    await cancelJob(database.db, 'reset:siti@contoh.my')
    await moveQueuedJobsToGraphileWorker(database.db)
    expect(await readWaitingJobs()).toEqual([])
  }
})

test('unlockJobsOfDeadWorkers makes jobs run that were scheduled or locked while the clock of the database was a day ahead', async () => {
  await enqueueMail(1)
  await enqueueMail(2)
  await enqueueJobs(database.db, 'send_mail', [{ payload: { id: 3 }, delay: 500 }])
  await moveQueuedJobsToGraphileWorker(database.db)
  const updateJob = (id: number, change: string) =>
    database.pool.query(
      `update graphile_worker._private_jobs set ${change} where (payload->>'id')::int = $1`,
      [id],
    )
  const ahead = `now() + interval '1 day'`
  await updateJob(1, `created_at = ${ahead}, run_at = ${ahead}`)
  await updateJob(2, `locked_at = ${ahead}, locked_by = 'mati'`)
  await unlockJobsOfDeadWorkers(database.db)
  const { rows } = await database.pool.query(
    `select (payload->>'id')::int as id from graphile_worker._private_jobs
      where run_at <= now() and locked_at is null order by id`,
  )
  expect(rows).toEqual([{ id: 1 }, { id: 2 }])
})
