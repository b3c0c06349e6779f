import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/calls.endpoints.ts'
import { mostForwarded, mostInCall } from '#shared/contracts/calls.ts'
import { listCalls } from './calls.queries.ts'
import { acceptStreams, keepForwarded, publish, subscribe } from './forward-call.service.ts'
import { waysFor } from './ice-servers.ts'
import { canForward, janusOf } from './janus.ts'
import { joinCall } from './join-call.service.ts'
import { declineCall, leaveCall, renewStay } from './leave-call.service.ts'
import { listTraces } from './list-traces.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.joinCall, async ({ context, params, body, reply }) => {
    const isForwarderUp = Boolean(body.canSealFrames) && (await canForward(context.settings))
    const { call, isNew } = await joinCall(context, params.id, body, isForwarderUp)
    reply.code(isNew ? 201 : 200)
    return { call, ...waysFor(context.settings, context.actor.id) }
  })
  implement(endpoints.listCalls, ({ context }) => listCalls(context))
  implement(endpoints.listTraces, ({ context, params, query }) => listTraces(context, params.id, query.from))
  implement(endpoints.readWays, async ({ context }) => {
    const { isRelayOnly } = waysFor(context.settings, context.actor.id)
    return { isRelayOnly, most: janusOf(context.settings) ? mostForwarded : mostInCall }
  })
  implement(endpoints.renewStay, async ({ context, params, body }) => {
    await renewStay(context, params.id, body.dev)
    await keepForwarded(context, params.id, context.actor.id)
  })
  implement(endpoints.publishStream, ({ context, params, body }) => publish(context, params.id, body))
  implement(endpoints.subscribeStreams, ({ context, params, body }) => subscribe(context, params.id, body))
  implement(endpoints.acceptStreams, ({ context, params, body }) => acceptStreams(context, params.id, body))
  implement(endpoints.leaveCall, ({ context, params, body }) => leaveCall(context, params.id, body))
  implement(endpoints.declineCall, ({ context, params }) => declineCall(context, params.id))
}
