// What an operator watches, in the form that Prometheus reads. Behind a port of its own, which nobody but the
// operator's own network can reach; without METRICS_PORT nothing listens.
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pools } from '#server/context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'perantau_http_request_seconds',
      help: 'How long requests took, by route and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
      registers,
    }),
    notices: new Counter({
      name: 'perantau_notices_total',
      help: 'What this instance heard of changes, by kind.',
      labelNames: ['type'] as const,
      registers,
    }),
    deliveries: new Counter({
      name: 'perantau_deliveries_total',
      help: 'Messages handed to sockets of this instance, counted once for each socket.',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Jobs of the worker, and those that are committed and not handed over to it yet. */
const allJobs = `(
  select task_identifier, attempts, max_attempts, locked_at, run_at, created_at from graphile_worker.jobs
  union all select task, 0, 1, null, run_at, run_at from queued_jobs) as job`

/** Read when somebody asks, not all the time. */
function addGauges(app: FastifyInstance, registry: Registry, pools: Pools): void {
  const registers = [registry]
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
    help: 'Connections to the database, by pool and state; waiting: calls that have none yet.',
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
  const ask = async <Row extends object>(text: string) => (await pools.main.pool.query<Row>(text)).rows
  new Gauge({
    name: 'perantau_jobs',
    help: 'Jobs of the whole installation, by task and state. late: due for a minute and not started; retrying: failed at least once.',
    labelNames: ['task', 'state'] as const,
    registers,
    async collect() {
      this.reset()
      const rows = await ask<{ task: string; state: string; count: number }>(
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
      const rows = await ask<{ task: string; age: number }>(
        `select task_identifier as task, extract(epoch from now() - min(
                  case when attempts > 0 then created_at else run_at end))::float8 as age
           from ${allJobs} where attempts < max_attempts and (run_at <= now() or attempts > 0) group by 1`,
      )
      for (const { task, age } of rows) this.set({ task }, age)
    },
  })
  new Gauge({
    name: 'perantau_backup_age_seconds',
    help: 'How long ago the last good backup was begun (made), and the last one that was brought back (checked).',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset()
      const [row] = await ask<{ made: number | null; checked: number | null }>(
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
      const [row] = await ask<{ count: number }>(
        `select count(*)::int as count from backup_runs where failed_at is not null and id >
           (select coalesce(max(id), 0) from backup_runs where finished_at is not null and failed_at is null)`,
      )
      this.set(row?.count ?? 0)
    },
  })
  new Gauge({
    name: 'perantau_mails_waiting',
    help: 'Mails that have not gone out yet, including those that failed and are tried again.',
    registers,
    async collect() {
      const [row] = await ask<{ count: number }>(
        `select count(*)::int as count from mail_outbox where status in ('queued', 'failed')`,
      )
      this.set(row?.count ?? 0)
    },
  })
}

/** Answers with what is known; a database that is away costs its own figures only. */
async function read(registry: Registry): Promise<string> {
  const parts = await Promise.allSettled(
    registry.getMetricsAsArray().map(({ name }) => registry.getSingleMetricAsString(name)),
  )
  return `${parts.flatMap(part => (part.status === 'fulfilled' ? [part.value] : [])).join('\n\n')}\n`
}

export function registerMetrics(app: FastifyInstance, pools: Pools): void {
  const metrics = createMetrics()
  app.decorate('metrics', metrics)
  const { METRICS_PORT, HOST } = app.settings
  if (METRICS_PORT === undefined) return
  collectDefaultMetrics({ register: metrics.registry })
  addGauges(app, metrics.registry, pools)
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the address: a label for whatever somebody types would fill the memory.
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    metrics.requests.observe(labels, reply.elapsedTime / 1000)
  })
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    const text = await read(metrics.registry)
    return response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
  })
  app.addHook('onListen', async () => {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(METRICS_PORT, HOST, () => resolve()),
    )
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    server.close()
  })
}
