import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import { noBody } from './answers.ts'
import {
  askedParams,
  askedPerson,
  askedQuery,
  phoneAnswer,
  rollCallBody,
  rollCallDetail,
  rollCallExportQuery,
  rollCallItem,
  rollCallParams,
  safetyBody,
} from './roll-calls.ts'

/** Lists roll-calls that the caller manages. */
export const listRollCalls = contract({
  access: 'rollCalls.ask',
  answer: z.array(rollCallItem),
})

export const askRollCall = contract({
  access: 'rollCalls.ask',
  body: rollCallBody,
  answer: z.object({ id }),
  status: 201,
})

export const readRollCall = contract({
  access: 'rollCalls.answer',
  params: rollCallParams,
  answer: rollCallDetail,
})

/** Answers a roll call. A later answer replaces an earlier one until the roll call is closed. */
export const answerRollCall = contract({
  access: 'rollCalls.answer',
  params: rollCallParams,
  body: safetyBody,
  answer: 'nothing',
})

export const listAsked = contract({
  access: 'rollCalls.ask',
  params: rollCallParams,
  query: askedQuery,
  answer: z.array(askedPerson),
})

/** Reveals one phone number, with an audit event. */
export const showPhone = contract({
  access: 'rollCalls.ask',
  params: askedParams,
  body: noBody,
  answer: phoneAnswer,
})

export const exportRollCall = contract({
  access: 'rollCalls.ask',
  proof: true,
  params: rollCallParams,
  query: rollCallExportQuery,
  answer: 'stream',
})

export const remindSilent = contract({
  access: 'rollCalls.ask',
  params: rollCallParams,
  body: noBody,
  answer: 'nothing',
})

export const closeRollCall = contract({
  access: 'rollCalls.ask',
  params: rollCallParams,
  body: noBody,
  answer: 'nothing',
})
