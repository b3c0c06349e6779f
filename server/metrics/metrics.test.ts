import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/env.ts'
import { createTestApp } from '#server/test/harness/app.ts'

/** Returns the name of the metric without the suffix of a histogram series. */
const stripHistogramSuffix = (name: string) => name.replace(/_(bucket|count|sum)$/, '')

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** Naming rules of `promtool check metrics` (prometheus/client_golang, testutil/promlint). */
function findNameProblems(text: string): string[] {
  const metrics = [...text.matchAll(/^# TYPE (perantau_\S+) (\S+)$/gm)]
  return metrics.flatMap(([, name = '', type]) => {
    const words = name.split('_')
    const rules: [boolean, string][] = [
      [!new RegExp(`^# HELP ${name} \\S`, 'm').test(text), 'no help text'],
      [!/^[a-z][a-z0-9_]*$/.test(name), 'should be in snake_case'],
      [type === 'counter' && !name.endsWith('_total'), 'counters should have "_total" suffix'],
      [type !== 'counter' && name.endsWith('_total'), 'non-counter metrics should not have "_total" suffix'],
      [/_(count|sum|bucket)$/.test(name), 'reserved suffix'],
      [words.includes(type ?? ''), 'metric name should not include type'],
      [
        words.some(word =>
          /^(ms|milliseconds?|minutes?|hours?|days?|weeks?|kb|mb|gb|kilobytes?|megabytes?|percent)$/.test(
            word,
          ),
        ),
        'use the base unit',
      ],
      [
        words.some(word => /^(s|sec|us|ns|b)$/.test(word)),
        'metric names should not contain abbreviated units',
      ],
      [
        words.slice(0, -1).some(word => ['seconds', 'bytes'].includes(word)) && !name.endsWith('_total'),
        'unit should be the last word',
      ],
    ]
    return rules.filter(([isBroken]) => isBroken).map(([, rule]) => `${name}: ${rule}`)
  })
}

async function startWithMetrics() {
  const port = await findFreePort()
  const testApp = await createTestApp({ METRICS_PORT: String(port), HOST: '127.0.0.1' })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return { ...testApp, read: readMetrics }
}

test('all metric names follow the rules of promtool check metrics', async () => {
  const { read: readMetrics } = await startWithMetrics()
  const text = await readMetrics()
  expect(text).toContain('# TYPE perantau_jobs gauge')
  expect(findNameProblems(text)).toEqual([])
})

test('the metric perantau_mails_waiting counts queued mails and mails to be retried, but not sent or refused ones', async () => {
  const { read: readMetrics, database } = await startWithMetrics()
  await database.pool.query(
    `insert into mail_outbox (recipient, kind, message_id, status, attempts)
     select 'ali@contoh.my', 'user.approved', 'metrics-' || status, status, 1
       from unnest(array['queued', 'failed', 'sent', 'refused']) as status`,
  )
  expect(await readMetrics()).toMatch(/^perantau_mails_waiting 2$/m)
})

test('job metrics report the age and state (late, retrying, waiting) of due jobs, also before they are moved to graphile-worker', async () => {
  const { read: readMetrics, database } = await startWithMetrics()
  const insertJob = (task: string, ago: string) =>
    database.pool.query(`select graphile_worker.add_job($1, run_at => now() - $2::interval)`, [task, ago])
  await insertJob('late_task', '10 minutes')
  await insertJob('future_task', '-10 minutes')
  await insertJob('failed_task', '0')
  // The job worker schedules the next attempt of a failed job at a future time.
  await database.pool.query(
    `update graphile_worker._private_jobs set attempts = 3, created_at = now() - interval '1 hour', run_at = now() + interval '20 minutes'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'failed_task')`,
  )
  await database.pool.query(
    `insert into queued_jobs (task, payload, run_at) values ('queued_task', '{}', now() - interval '5 minutes')`,
  )
  const text = await readMetrics()
  const readAgeOfOldestJob = (task: string) =>
    Number(new RegExp(`^perantau_oldest_due_job_age_seconds{task="${task}"} (.+)$`, 'm').exec(text)?.[1])
  expect(text).toContain('perantau_jobs{task="late_task",state="late"} 1')
  expect(text).toContain('perantau_jobs{task="failed_task",state="retrying"} 1')
  expect(text).toContain('perantau_jobs{task="queued_task",state="late"} 1')
  expect(text).toContain('perantau_jobs{task="future_task",state="waiting"} 1')
  expect(readAgeOfOldestJob('late_task')).toBeGreaterThanOrEqual(600)
  expect(readAgeOfOldestJob('failed_task')).toBeGreaterThanOrEqual(3600)
  expect(readAgeOfOldestJob('queued_task')).toBeGreaterThanOrEqual(300)
  expect(readAgeOfOldestJob('future_task')).toBeNaN()
})

test('the metric perantau_jobs reports a locked job in its last attempt as running, and an unlocked one as failed for good', async () => {
  const { read: readMetrics, database } = await startWithMetrics()
  for (const task of ['locked_task', 'failed_task']) {
    await database.pool.query(`select graphile_worker.add_job($1)`, [task])
  }
  await database.pool.query(
    `update graphile_worker._private_jobs job
        set attempts = max_attempts, locked_at = case identifier when 'locked_task' then now() end
       from graphile_worker._private_tasks task where task.id = job.task_id`,
  )
  const text = await readMetrics()
  expect(text).toContain('perantau_jobs{task="locked_task",state="running"} 1')
  expect(text).toContain('perantau_jobs{task="failed_task",state="given up"} 1')
  expect(text).not.toContain('perantau_oldest_due_job_age_seconds{task="failed_task"}')
})

test('the metrics endpoint has its own port, labels requests by route pattern and includes all metrics of the operations dashboard', async () => {
  const port = await findFreePort()
  const { app, asNew } = await createTestApp({ METRICS_PORT: String(port), HOST: '127.0.0.1' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const person = await asNew({ role: 'hq_admin' })
  await person.call('GET', `/api/users/${person.user.id}`)
  await app.inject({ url: '/api/users/rahsia-123' })
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toMatch(
    /perantau_http_request_seconds_count\{method="GET",route="\/api\/users\/:id",status="200"\} 1/,
  )
  expect(text).not.toContain('rahsia')
  for (const name of [
    'sockets',
    'pool_connections',
    'jobs',
    'mails_waiting',
    'notices_total',
    'deliveries_total',
  ])
    expect(text).toContain(`# TYPE perantau_${name} `)
  const dashboard = readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8')
  const shownMetrics = new Set(
    dashboard.match(/(perantau|nodejs|process)_[a-z0-9_]+/g)?.map(stripHistogramSuffix),
  )
  expect(shownMetrics.size).toBeGreaterThan(8)
  for (const name of shownMetrics) expect(text).toContain(`# TYPE ${name} `)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404)
})
