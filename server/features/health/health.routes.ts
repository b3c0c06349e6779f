import type { FastifyPluginAsync } from 'fastify'
import { createReadiness } from './readiness.service.ts'

export const healthRoutes: FastifyPluginAsync = async app => {
  /** The process lives. */
  app.get('/healthz', { config: { access: 'public' }, schema: { hide: true } }, async () => ({
    status: 'ok',
  }))

  const findTrouble = createReadiness(app.pool, app.settings)
  /** It can do its work: a load balancer sends nobody here otherwise. What is wrong is one word, for the operator. */
  app.get('/readyz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    if (app.isDraining) return reply.code(503).send({ status: 'draining' })
    const found = await findTrouble()
    if (!found) return { status: 'ok' }
    app.log.warn({ err: found.reason, trouble: found.trouble }, 'not ready')
    return reply.code(503).send({ status: found.trouble })
  })
}
