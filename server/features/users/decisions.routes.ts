import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { contextOf } from '#server/http/access.ts'
import { noBody } from '#shared/contracts/answers.ts'
import {
  approveManyBody,
  decision,
  outcome,
  placementBody,
  reasonBody,
  rejectManyBody,
  roleBody,
  unmasked,
  userParams,
} from '#shared/contracts/users.ts'
import { approveUser } from './approve-user.service.ts'
import { changeRole } from './change-role.service.ts'
import { deactivateUser, reactivateUser } from './deactivate-user.service.ts'
import { decideMany } from './decide-many.ts'
import { placeUser } from './place-user.service.ts'
import { rejectUser } from './reject-user.service.ts'
import { unmaskUser } from './unmask-user.service.ts'

const tags = ['users']
const params = userParams
const decided = { 200: decision }

export const decisionsRoutes: FastifyPluginAsyncZod = async app => {
  app.post(
    '/:id/approve',
    { config: { access: 'users.approve' }, schema: { tags, params, body: noBody, response: decided } },
    async request => approveUser(contextOf(request), request.params.id),
  )

  app.post(
    '/:id/reject',
    { config: { access: 'users.reject' }, schema: { tags, params, body: reasonBody, response: decided } },
    async request => rejectUser(contextOf(request), request.params.id, request.body?.reason),
  )

  app.post(
    '/approve',
    {
      config: { access: 'users.approve' },
      schema: { tags, body: approveManyBody, response: { 200: z.array(outcome) } },
    },
    async request => decideMany(request.body.ids, id => approveUser(contextOf(request), id)),
  )

  app.post(
    '/reject',
    {
      config: { access: 'users.reject' },
      schema: { tags, body: rejectManyBody, response: { 200: z.array(outcome) } },
    },
    async request => {
      const { ids, reason } = request.body
      return decideMany(ids, id => rejectUser(contextOf(request), id, reason))
    },
  )

  app.put(
    '/:id/role',
    { config: { access: 'users.changeRole' }, schema: { tags, params, body: roleBody, response: decided } },
    async request => changeRole(contextOf(request), request.params.id, request.body.role),
  )

  app.post(
    '/:id/deactivate',
    { config: { access: 'users.deactivate' }, schema: { tags, params, body: reasonBody, response: decided } },
    async request => deactivateUser(contextOf(request), request.params.id, request.body?.reason),
  )

  app.post(
    '/:id/reactivate',
    { config: { access: 'users.reactivate' }, schema: { tags, params, body: noBody, response: decided } },
    async request => reactivateUser(contextOf(request), request.params.id),
  )

  app.put(
    '/:id/placement',
    { config: { access: 'users.place' }, schema: { tags, params, body: placementBody, response: decided } },
    async request => placeUser(contextOf(request), request.params.id, request.body),
  )

  app.post(
    '/:id/unmask',
    {
      config: { access: 'users.unmask' },
      schema: { tags, params, body: noBody, response: { 200: unmasked } },
    },
    async request => unmaskUser(contextOf(request), request.params.id),
  )
}
