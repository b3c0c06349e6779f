import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/calls/calls.endpoints.ts'
import { maxForwardedParticipants, maxMeshParticipants } from '#shared/contracts/calls/calls.schemas.ts'
import { listRunningCalls } from './calls.queries.ts'
import {
  answerCallStreamOffer,
  keepJanusSessionAlive,
  publishCallStream,
  selectCallStreamsToReceive,
} from './forward-call.service.ts'
import { buildIceConfig } from './ice-config.ts'
import { createJanusClient, isJanusAvailable } from './janus-client.ts'
import { joinCall } from './join-call.service.ts'
import { declineCall, leaveCall, recordCallHeartbeat } from './leave-call.service.ts'
import { listCallRecords } from './list-call-records.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.joinCall, async ({ context, params, body, reply }) => {
    const isForwarderUp = Boolean(body.canSealFrames) && (await isJanusAvailable(context.settings))
    const { call, isNew } = await joinCall(context, params.id, body, isForwarderUp)
    reply.code(isNew ? 201 : 200)
    return { call, ...buildIceConfig(context.settings, context.actor.id) }
  })
  implement(endpoints.listCalls, ({ context }) => listRunningCalls(context))
  implement(endpoints.listCallRecords, ({ context, params, query }) =>
    listCallRecords(context, params.id, query.from),
  )
  implement(endpoints.readCallConnectionInfo, async ({ context }) => {
    const { isRelayOnly } = buildIceConfig(context.settings, context.actor.id)
    return {
      isRelayOnly,
      most: createJanusClient(context.settings) ? maxForwardedParticipants : maxMeshParticipants,
    }
  })
  implement(endpoints.keepCallAlive, async ({ context, params, body }) => {
    await recordCallHeartbeat(context, params.id, body.dev)
    await keepJanusSessionAlive(context, params.id, context.actor.id)
  })
  implement(endpoints.publishCallStream, ({ context, params, body }) =>
    publishCallStream(context, params.id, body),
  )
  implement(endpoints.subscribeStreams, ({ context, params, body }) =>
    selectCallStreamsToReceive(context, params.id, body),
  )
  implement(endpoints.answerCallStreamOffer, ({ context, params, body }) =>
    answerCallStreamOffer(context, params.id, body),
  )
  implement(endpoints.leaveCall, ({ context, params, body }) => leaveCall(context, params.id, body))
  implement(endpoints.declineCall, ({ context, params }) => declineCall(context, params.id))
}
