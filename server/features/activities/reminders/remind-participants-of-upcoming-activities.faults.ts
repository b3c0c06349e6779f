// Fault test: every participant gets exactly one reminder a day before, even if the server is killed meanwhile.
// The environment variable PEOPLE sets the number of participants; 50,000 are guaranteed.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildActivity } from '#server/test/harness/factories.ts'
import {
  buildServerEnvironment,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const database = setUpDatabase()
const people = Number(process.env.PEOPLE ?? 20_000)

test(`${people} participants get exactly one reminder each although the server is killed three times`, async () => {
  const { db } = database
  const activity = await buildActivity(db, { startDate: new Date(Date.now() + 20 * 3_600_000) })
  for (let from = 1; from < people; from += 2500) {
    await db.execute(sql`
      insert into users (username, email, full_name, status)
        select 'ramai' || n, 'ramai' || n || '@contoh.my', 'Ramai ' || n, 'active'
          from generate_series(${from}::int, ${from + 2499}::int) n`)
  }
  await db.execute(sql`
    insert into activity_participants (activity_id, user_id, created_at)
      select ${activity.id}, id, now() - interval '9 days' from users where username like 'ramai%'`)
  const countReminders = async () => {
    const { rows } = await db.execute<{ bell: number; once: number; mail: number }>(sql`
      select count(*)::int as bell, count(distinct user_id)::int as once,
        (select count(distinct user_id)::int from mail_outbox) as mail from notifications`)
    return rows[0] ?? { bell: 0, once: 0, mail: 0 }
  }
  const startServerWithReminderJob = async () => {
    const server = await startServerProcess(await buildServerEnvironment(database))
    await db.execute(sql`select graphile_worker.add_job('remind_participants')`)
    return server
  }
  for (const share of [0.1, 0.4, 0.7]) {
    const server = await startServerWithReminderJob()
    await waitUntil(async () => (await countReminders()).bell > people * share, {
      seconds: 120,
      say: server.output,
    })
    server.child.kill('SIGKILL')
    await server.ended
    expect((await countReminders()).bell).toBeLessThan(people)
  }
  const last = await startServerWithReminderJob()
  await waitUntil(async () => (await countReminders()).bell >= people, { seconds: 120, say: last.output })
  last.child.kill('SIGTERM')
  expect(await last.ended).toBe(0)
  expect(await countReminders()).toEqual({ bell: people, once: people, mail: people })
})
