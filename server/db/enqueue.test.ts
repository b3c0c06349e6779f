import { beforeEach, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/database.ts'
import { dropJob, enqueue, handOverJobs, unlockDeadWorkers } from './enqueue.ts'

const database = setUpDatabase()
const mail = (id: number, key?: string) => enqueue(database.db, 'send_mail', [{ payload: { id }, key }])
const reset = (email: string) =>
  enqueue(database.db, 'send_reset_link', [{ payload: { email }, key: `reset:${email}` }])

beforeEach(() => database.pool.query('delete from graphile_worker._private_jobs'))

async function waiting() {
  const { rows } = await database.pool.query<{ payload: unknown; seconds: number }>(
    `select payload, round(extract(epoch from run_at - now()))::int as seconds
       from graphile_worker._private_jobs order by id`,
  )
  return rows
}

test('jobs of a transaction are handed over once, whoever does it and however many at a time', async () => {
  for (let id = 1; id <= 30; id++) await mail(id)
  await Promise.all(Array.from({ length: 5 }, () => handOverJobs(database.db)))
  await handOverJobs(database.db)
  expect((await waiting()).map(({ payload }) => payload)).toEqual(
    Array.from({ length: 30 }, (_, index) => ({ id: index + 1 })),
  )
})

test('of several by one key the last stands, in one hand-over or in two', async () => {
  await mail(1, 'satu')
  await mail(2, 'satu')
  await handOverJobs(database.db)
  expect(await waiting()).toMatchObject([{ payload: { id: 2 } }])
  await mail(3, 'satu')
  await handOverJobs(database.db)
  expect(await waiting()).toMatchObject([{ payload: { id: 3 } }])
})

test('one that keeps its time is done when it was first to be done', async () => {
  const ask = (seconds: number) =>
    database.pool.query(
      `insert into queued_jobs (task, payload, key, keeps_time, run_at)
       values ('push_messages', '{"groupId": 1}', 'kumpulan', true, now() + make_interval(secs => $1))`,
      [seconds],
    )
  await ask(50)
  await ask(100)
  await handOverJobs(database.db)
  await ask(200)
  await handOverJobs(database.db)
  expect(await waiting()).toEqual([{ payload: { groupId: 1 }, seconds: 50 }])
})

test('one that is dropped is gone, handed over or not', async () => {
  for (const isHandedOver of [false, true]) {
    await reset('siti@contoh.my')
    if (isHandedOver) await handOverJobs(database.db)
    await dropJob(database.db, 'reset:siti@contoh.my')
    await handOverJobs(database.db)
    expect(await waiting()).toEqual([])
  }
})

test('what was queued or taken by a clock that was a day ahead does not wait for that day', async () => {
  await mail(1)
  await mail(2)
  await enqueue(database.db, 'send_mail', [{ payload: { id: 3 }, delay: 500 }])
  await handOverJobs(database.db)
  const set = (id: number, change: string) =>
    database.pool.query(
      `update graphile_worker._private_jobs set ${change} where (payload->>'id')::int = $1`,
      [id],
    )
  const ahead = `now() + interval '1 day'`
  await set(1, `created_at = ${ahead}, run_at = ${ahead}`)
  await set(2, `locked_at = ${ahead}, locked_by = 'mati'`)
  await unlockDeadWorkers(database.db)
  const { rows } = await database.pool.query(
    `select (payload->>'id')::int as id from graphile_worker._private_jobs
      where run_at <= now() and locked_at is null order by id`,
  )
  expect(rows).toEqual([{ id: 1 }, { id: 2 }])
})
