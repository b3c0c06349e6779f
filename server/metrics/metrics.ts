// Prometheus metrics on a port of their own, reachable only from the operator's network.
// The server serves no metrics unless METRICS_PORT is set.
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { DatabasePools } from '#server/context.ts'
import { addMetricGauges } from './add-metric-gauges.ts'

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
      help: 'Duration of HTTP requests in seconds, by method, route and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
      registers,
    }),
    notices: new Counter({
      name: 'perantau_notices_total',
      help: 'Events that this instance received from the bus, by type.',
      labelNames: ['type'] as const,
      registers,
    }),
    deliveries: new Counter({
      name: 'perantau_deliveries_total',
      help: 'Chat messages sent to sockets of this instance, counted once per socket.',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Renders all metrics. If the database is unreachable, only the metrics read from it are missing. */
async function renderMetrics(registry: Registry): Promise<string> {
  const parts = await Promise.allSettled(
    registry.getMetricsAsArray().map(({ name }) => registry.getSingleMetricAsString(name)),
  )
  return `${parts.flatMap(part => (part.status === 'fulfilled' ? [part.value] : [])).join('\n\n')}\n`
}

export function registerMetrics(app: FastifyInstance, pools: DatabasePools): void {
  const metrics = createMetrics()
  app.decorate('metrics', metrics)
  const { METRICS_PORT, HOST } = app.settings
  if (METRICS_PORT === undefined) return
  collectDefaultMetrics({ register: metrics.registry })
  addMetricGauges(app, metrics.registry, pools)
  app.addHook('onResponse', async (request, reply) => {
    // Metric labels contain the route pattern, because a label for each requested URL would fill the memory.
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    metrics.requests.observe(labels, reply.elapsedTime / 1000)
  })
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    const text = await renderMetrics(metrics.registry)
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
