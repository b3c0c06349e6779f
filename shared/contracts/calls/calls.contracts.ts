import * as z from 'zod/mini'
import { groupParams } from '#shared/contracts/chat/chat.schemas.ts'
import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  call,
  callBody,
  callConnectionInfo,
  callParams,
  callRecord,
  callRecordsQuery,
  joinCallBody,
  joinedCall,
  leaveCallBody,
  publishBody,
  publishResponse,
  subscribeBody,
  subscribeResponse,
} from './calls.schemas.ts'

export const joinCall = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: joinCallBody,
  answer: joinedCall,
  status: [200, 201],
})

export const listCalls = defineContract({ access: 'groups.use', answer: z.array(call) })

/** Lists the past calls of a chat group and the call in progress. */
export const listCallRecords = defineContract({
  access: 'groups.use',
  params: groupParams,
  query: callRecordsQuery,
  answer: z.array(callRecord),
})

export const readCallConnectionInfo = defineContract({ access: 'groups.use', answer: callConnectionInfo })

export const keepCallAlive = defineContract({
  access: 'groups.use',
  params: callParams,
  body: callBody,
  answer: 'nothing',
})

export const leaveCall = defineContract({
  access: 'groups.use',
  params: callParams,
  body: leaveCallBody,
  answer: 'nothing',
})

export const declineCall = defineContract({
  access: 'groups.use',
  params: callParams,
  body: noBody,
  answer: 'nothing',
})

/** Sends the media streams of this device to the media server (SFU), which forwards them to the other participants. */
export const publishCallStream = defineContract({
  access: 'groups.use',
  params: callParams,
  body: publishBody,
  answer: publishResponse,
})

export const subscribeStreams = defineContract({
  access: 'groups.use',
  params: callParams,
  body: subscribeBody,
  answer: subscribeResponse,
})

export const answerCallStreamOffer = defineContract({
  access: 'groups.use',
  params: callParams,
  body: publishBody,
  answer: 'nothing',
})
