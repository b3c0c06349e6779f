import type { FastifyPluginAsync } from 'fastify'
import type { QueryConfig } from 'pg'
import { unavailable } from '#server/errors.ts'

export const healthRoutes: FastifyPluginAsync = async app => {
  /** The process lives. */
  app.get('/healthz', { config: { access: 'public' }, schema: { hide: true } }, async () => ({
    status: 'ok',
  }))

  /** It can do its work: a load balancer sends nobody here otherwise. */
  app.get('/readyz', { config: { access: 'public' }, schema: { hide: true } }, async () => {
    if (app.isDraining) throw unavailable()
    await app.pool.query({ text: 'select', query_timeout: 1500 } as QueryConfig)
    return { status: 'ok' }
  })
}
