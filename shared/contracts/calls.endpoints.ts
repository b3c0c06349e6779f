import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import {
  call,
  callBody,
  callParams,
  callTrace,
  callWays,
  joinCallBody,
  joinedCall,
  leaveCallBody,
  publishAnswer,
  publishBody,
  subscribeAnswer,
  subscribeBody,
  tracesQuery,
} from './calls.ts'
import { groupParams } from './chat.ts'

export const joinCall = endpoint('POST', '/api/groups/:id/calls', {
  access: 'groups.use',
  params: groupParams,
  body: joinCallBody,
  answer: joinedCall,
  status: [200, 201],
})

export const listCalls = endpoint('GET', '/api/calls', { access: 'groups.use', answer: z.array(call) })

/** What became of the calls of a conversation, and which of them runs. */
export const listTraces = endpoint('GET', '/api/groups/:id/calls', {
  access: 'groups.use',
  params: groupParams,
  query: tracesQuery,
  answer: z.array(callTrace),
})

export const readWays = endpoint('GET', '/api/calls/ways', { access: 'groups.use', answer: callWays })

export const renewStay = endpoint('POST', '/api/calls/:id/alive', {
  access: 'groups.use',
  params: callParams,
  body: callBody,
  answer: 'nothing',
})

export const leaveCall = endpoint('POST', '/api/calls/:id/leave', {
  access: 'groups.use',
  params: callParams,
  body: leaveCallBody,
  answer: 'nothing',
})

export const declineCall = endpoint('POST', '/api/calls/:id/decline', {
  access: 'groups.use',
  params: callParams,
  body: noBody,
  answer: 'nothing',
})

/** A call that is forwarded: what this device sends. */
export const publishStream = endpoint('POST', '/api/calls/:id/publish', {
  access: 'groups.use',
  params: callParams,
  body: publishBody,
  answer: publishAnswer,
})

export const subscribeStreams = endpoint('POST', '/api/calls/:id/subscribe', {
  access: 'groups.use',
  params: callParams,
  body: subscribeBody,
  answer: subscribeAnswer,
})

export const acceptStreams = endpoint('POST', '/api/calls/:id/accept', {
  access: 'groups.use',
  params: callParams,
  body: publishBody,
  answer: 'nothing',
})
