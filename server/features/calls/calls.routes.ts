import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/calls.endpoints.ts'
import { listCalls } from './calls.queries.ts'
import { waysFor } from './ice-servers.ts'
import { joinCall } from './join-call.service.ts'
import { declineCall, leaveCall, renewStay } from './leave-call.service.ts'
import { listTraces } from './list-traces.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.joinCall, async ({ context, params, body, reply }) => {
    const { call, isNew } = await joinCall(context, params.id, body)
    reply.code(isNew ? 201 : 200)
    return { call, ...waysFor(context.settings, context.actor.id) }
  })
  implement(endpoints.listCalls, ({ context }) => listCalls(context))
  implement(endpoints.listTraces, ({ context, params, query }) => listTraces(context, params.id, query.from))
  implement(endpoints.readWays, async ({ context }) => {
    const { isRelayOnly } = waysFor(context.settings, context.actor.id)
    return { isRelayOnly }
  })
  implement(endpoints.renewStay, ({ context, params, body }) => renewStay(context, params.id, body.dev))
  implement(endpoints.leaveCall, ({ context, params, body }) => leaveCall(context, params.id, body.dev))
  implement(endpoints.declineCall, ({ context, params }) => declineCall(context, params.id))
}
