import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
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
    async request => readAccount(contextOf(request)),
  )

  app.put(
    '/password',
    { config, schema: { tags, body: changePasswordBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await changePassword(contextOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/email',
    { config, schema: { tags, body: changeEmailBody, response: { 200: messageAnswer } } },
    async request => {
      await requestEmailChange(contextOf(request), request.body)
      return { message: 'Pautan pengesahan telah dihantar ke alamat baharu. Sila semak peti masuknya.' }
    },
  )

  app.get(
    '/preferences',
    { config, schema: { tags, response: { 200: z.array(preference) } } },
    async request => listPreferences(contextOf(request)),
  )

  app.put(
    '/preferences',
    { config, schema: { tags, body: preference, response: { 204: z.null() } } },
    async (request, reply) => {
      await setPreference(contextOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.get('/sessions', { config, schema: { tags, response: { 200: z.array(ownSession) } } }, async request =>
    listOwnSessions(contextOf(request)),
  )

  app.delete(
    '/sessions/:id',
    {
      config,
      schema: { tags, params: z.object({ id: idParam }), body: noBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await endOwnSession(contextOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/sessions/end-others',
    { config, schema: { tags, body: noBody, response: { 200: countAnswer } } },
    async request => ({ count: await endOtherSessions(contextOf(request)) }),
  )
}
