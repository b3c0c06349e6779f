// Prometheus gauges whose value is read whenever the metrics are requested.
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { DatabasePools } from '#server/context.ts'

async function queryRows<Row extends object>(pool: Pool, text: string): Promise<Row[]> {
  const { rows } = await pool.query<Row>(text)
  return rows
}

function addInstanceGauges(app: FastifyInstance, registers: Registry[], pools: DatabasePools): void {
  new Gauge({
    name: 'perantau_sockets',
    help: 'Open sockets of this instance.',
    registers,
    collect() {
      this.set(app.io.engine.clientsCount)
    },
  })
  new Gauge({
    name: 'perantau_pool_connections',
    help: 'Database connections, by pool and state. waiting: requests that wait for a connection.',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const name of ['main', 'reads'] as const) {
        const { totalCount, idleCount, waitingCount } = pools[name].pool
        this.set({ pool: name, state: 'busy' }, totalCount - idleCount)
        this.set({ pool: name, state: 'idle' }, idleCount)
        this.set({ pool: name, state: 'waiting' }, waitingCount)
      }
    },
  })
}

/** SQL that lists all jobs: those in graphile-worker's tables, and those not yet moved to them. */
const allJobs = `(
  select task_identifier, attempts, max_attempts, locked_at, run_at, created_at from graphile_worker.jobs
  union all select task, 0, 1, null, run_at, run_at from queued_jobs) as job`

function addJobGauges(registers: Registry[], pool: Pool): void {
  new Gauge({
    name: 'perantau_jobs',
    help: 'Jobs of the whole installation, by task and state. late: due for a minute and not started; retrying: failed at least once.',
    labelNames: ['task', 'state'] as const,
    registers,
    async collect() {
      this.reset()
      const rows = await queryRows<{ task: string; state: string; count: number }>(
        pool,
        `select task_identifier as task, count(*)::int as count,
                case when attempts >= max_attempts and locked_at is null then 'given up'
                     when locked_at is not null then 'running'
                     when run_at < now() - interval '1 minute' then 'late'
                     when attempts > 0 then 'retrying' else 'waiting' end as state
           from ${allJobs} group by 1, 3`,
      )
      for (const { task, state, count } of rows) this.set({ task, state }, count)
    },
  })
  new Gauge({
    name: 'perantau_oldest_due_job_age_seconds',
    help: 'Age of the oldest job that is due and not done: since it was due, or, once it has failed, since it was queued.',
    labelNames: ['task'] as const,
    registers,
    async collect() {
      this.reset()
      const rows = await queryRows<{ task: string; age: number }>(
        pool,
        `select task_identifier as task, extract(epoch from now() - min(
                  case when attempts > 0 then created_at else run_at end))::float8 as age
           from ${allJobs} where attempts < max_attempts and (run_at <= now() or attempts > 0) group by 1`,
      )
      for (const { task, age } of rows) this.set({ task }, age)
    },
  })
}

function addBackupGauges(registers: Registry[], pool: Pool): void {
  new Gauge({
    name: 'perantau_backup_age_seconds',
    help: 'Seconds since the start of the last good backup (made) and of the last one verified by a restore (checked).',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset()
      const [row] = await queryRows<{ made: number | null; checked: number | null }>(
        pool,
        `select extract(epoch from now() - max(started_at) filter (where finished_at is not null))::float8 as made,
                extract(epoch from now() - max(started_at) filter (where checked_at is not null))::float8 as checked
           from backup_runs where failed_at is null`,
      )
      for (const [state, age] of Object.entries(row ?? {})) if (age !== null) this.set({ state }, age)
    },
  })
  new Gauge({
    name: 'perantau_backups_failed',
    help: 'Backups that failed since the last good one.',
    registers,
    async collect() {
      const [row] = await queryRows<{ count: number }>(
        pool,
        `select count(*)::int as count from backup_runs where failed_at is not null and id >
           (select coalesce(max(id), 0) from backup_runs where finished_at is not null and failed_at is null)`,
      )
      this.set(row?.count ?? 0)
    },
  })
}

function addMailGauge(registers: Registry[], pool: Pool): void {
  new Gauge({
    name: 'perantau_mails_waiting',
    help: 'Mails that have not been sent yet, including failed ones that will be retried.',
    registers,
    async collect() {
      const [row] = await queryRows<{ count: number }>(
        pool,
        `select count(*)::int as count from mail_outbox where status in ('queued', 'failed')`,
      )
      this.set(row?.count ?? 0)
    },
  })
}

export function addMetricGauges(app: FastifyInstance, registry: Registry, pools: DatabasePools): void {
  const registers = [registry]
  addInstanceGauges(app, registers, pools)
  addJobGauges(registers, pools.main.pool)
  addBackupGauges(registers, pools.main.pool)
  addMailGauge(registers, pools.main.pool)
}
