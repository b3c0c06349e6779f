import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { describeDevice } from '#server/identity/device.ts'
import { cardList, deviceBody, keysQuery, myKeys, myKeysBody, wrap } from '#shared/contracts/keys.ts'
import { addDevice, findCards, readMyKeys, saveMyKeys } from './keys.service.ts'
import { addWrap, listWraps } from './wraps.service.ts'

const tags = ['e2ee']
const config = { access: 'account.manage' } as const

/** As the list of sessions calls it. */
function deviceNameOf(request: FastifyRequest): string {
  const { browser, system } = describeDevice(request.headers['user-agent'] ?? null)
  return [browser ?? 'Pelayar', system].filter(Boolean).join(' di ')
}

export const keysRoutes: FastifyPluginAsyncZod = async app => {
  app.get(
    '',
    {
      config: { access: 'groups.use' },
      schema: { tags, querystring: keysQuery, response: { 200: cardList } },
    },
    async request => findCards(contextOf(request), request.query.ids),
  )

  app.get('/me', { config, schema: { tags, response: { 200: myKeys } } }, async request =>
    readMyKeys(contextOf(request)),
  )

  app.put(
    '/me',
    { config, schema: { tags, body: myKeysBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await saveMyKeys(contextOf(request), deviceNameOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/me/devices',
    { config, schema: { tags, body: deviceBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await addDevice(contextOf(request), deviceNameOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.get('/me/wraps', { config, schema: { tags, response: { 200: z.array(wrap) } } }, async request =>
    listWraps(contextOf(request)),
  )

  app.post(
    '/me/wraps',
    { config, schema: { tags, body: wrap, response: { 204: z.null() } } },
    async (request, reply) => {
      await addWrap(contextOf(request), request.body)
      return reply.code(204).send(null)
    },
  )
}
