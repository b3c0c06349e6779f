import type { FastifyPluginAsync } from 'fastify'
import { createReadinessCheck } from './readiness.service.ts'

export const healthRoutes: FastifyPluginAsync = async app => {
  /** Liveness probe, which succeeds as long as the process responds. */
  app.get('/healthz', { config: { access: 'public' }, schema: { hide: true } }, async () => ({
    status: 'ok',
  }))

  const checkReadiness = createReadinessCheck(app.pool, app.settings)
  /** Readiness probe for load balancers. On failure the status names the broken part for the operator. */
  app.get('/readyz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    if (app.isDraining) return reply.code(503).send({ status: 'draining' })
    const found = await checkReadiness()
    if (!found) return { status: 'ok' }
    app.log.warn(
      { err: found.reason, trouble: found.trouble },
      'readiness check failed: the database or the disk named in `trouble` does not respond',
    )
    return reply.code(503).send({ status: found.trouble })
  })
}
