import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf, sessionOf } from '#server/plugins/access.ts'
import { account, changeEmailBody, changePasswordBody, ownSession } from '#shared/contracts/account.ts'
import { countAnswer, messageAnswer, noBody } from '#shared/contracts/answers.ts'
import { preference } from '#shared/contracts/preferences.ts'
import { idParam } from '#shared/contracts/query.ts'
import { readAccount } from './account.service.ts'
import { requestEmailChange } from './change-email.service.ts'
import { changePassword } from './change-password.service.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.service.ts'
import { listPreferences, setPreference } from './preferences.service.ts'

const tags = ['account']
const config = { access: 'account.manage' } as const

export const accountRoutes: FastifyPluginAsyncZod = async app => {
  // Also for those who wait: whoever wants to be erased has to know how to confirm it.
  app.get(
    '',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: account } } },
    async request => readAccount(app.db, sessionOf(request)),
  )

  app.put(
    '/password',
    { config, schema: { tags, body: changePasswordBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await changePassword(app.db, app.settings, sessionOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/email',
    { config, schema: { tags, body: changeEmailBody, response: { 200: messageAnswer } } },
    async request => {
      await requestEmailChange(app.db, app.settings, sessionOf(request), request.body)
      return { message: 'Pautan pengesahan telah dihantar ke alamat baharu. Sila semak peti masuknya.' }
    },
  )

  app.get(
    '/preferences',
    { config, schema: { tags, response: { 200: z.array(preference) } } },
    async request => listPreferences(app.db, actorOf(request).id),
  )

  app.put(
    '/preferences',
    { config, schema: { tags, body: preference, response: { 204: z.null() } } },
    async (request, reply) => {
      await setPreference(app.db, actorOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.get('/sessions', { config, schema: { tags, response: { 200: z.array(ownSession) } } }, async request =>
    listOwnSessions(app.db, sessionOf(request)),
  )

  app.delete(
    '/sessions/:id',
    {
      config,
      schema: { tags, params: z.object({ id: idParam }), body: noBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await endOwnSession(app.db, sessionOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/sessions/end-others',
    { config, schema: { tags, body: noBody, response: { 200: countAnswer } } },
    async request => ({ count: await endOtherSessions(app.db, sessionOf(request)) }),
  )
}
