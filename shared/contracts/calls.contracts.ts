import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
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

export const joinCall = contract({
  access: 'groups.use',
  params: groupParams,
  body: joinCallBody,
  answer: joinedCall,
  status: [200, 201],
})

export const listCalls = contract({ access: 'groups.use', answer: z.array(call) })

/** Lists the past calls of a group and the call in progress. */
export const listTraces = contract({
  access: 'groups.use',
  params: groupParams,
  query: tracesQuery,
  answer: z.array(callTrace),
})

export const readWays = contract({ access: 'groups.use', answer: callWays })

export const renewStay = contract({
  access: 'groups.use',
  params: callParams,
  body: callBody,
  answer: 'nothing',
})

export const leaveCall = contract({
  access: 'groups.use',
  params: callParams,
  body: leaveCallBody,
  answer: 'nothing',
})

export const declineCall = contract({
  access: 'groups.use',
  params: callParams,
  body: noBody,
  answer: 'nothing',
})

/** Publishes the media of this device to the forwarding server (SFU). */
export const publishStream = contract({
  access: 'groups.use',
  params: callParams,
  body: publishBody,
  answer: publishAnswer,
})

export const subscribeStreams = contract({
  access: 'groups.use',
  params: callParams,
  body: subscribeBody,
  answer: subscribeAnswer,
})

export const acceptStreams = contract({
  access: 'groups.use',
  params: callParams,
  body: publishBody,
  answer: 'nothing',
})
