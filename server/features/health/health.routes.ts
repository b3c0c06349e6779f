import type { FastifyPluginAsync } from 'fastify'
import { unavailable } from '#server/errors.ts'

export const healthRoutes: FastifyPluginAsync = async app => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })

  /** The process lives. */
  app.get('/healthz', { config: { access: 'public' }, schema: { hide: true } }, async () => ({
    status: 'ok',
  }))

  /** It can do its work: a load balancer sends nobody here otherwise. */
  app.get('/readyz', { config: { access: 'public' }, schema: { hide: true } }, async () => {
    if (isClosing) throw unavailable()
    await app.isDatabaseReady()
    return { status: 'ok' }
  })
}
