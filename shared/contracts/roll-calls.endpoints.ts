import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
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

/** Those that whoever asks looks after. */
export const listRollCalls = endpoint('GET', '/api/roll-calls', {
  access: 'rollCalls.ask',
  answer: z.array(rollCallItem),
})

export const askRollCall = endpoint('POST', '/api/roll-calls', {
  access: 'rollCalls.ask',
  body: rollCallBody,
  answer: z.object({ id }),
  status: 201,
})

export const readRollCall = endpoint('GET', '/api/roll-calls/:id', {
  access: 'rollCalls.answer',
  params: rollCallParams,
  answer: rollCallDetail,
})

/** A later answer takes the place of an earlier one, until it is closed. */
export const answerRollCall = endpoint('PUT', '/api/roll-calls/:id/answer', {
  access: 'rollCalls.answer',
  params: rollCallParams,
  body: safetyBody,
  answer: 'nothing',
})

export const listAsked = endpoint('GET', '/api/roll-calls/:id/people', {
  access: 'rollCalls.ask',
  params: rollCallParams,
  query: askedQuery,
  answer: z.array(askedPerson),
})

/** One at a time, and recorded. */
export const showPhone = endpoint('POST', '/api/roll-calls/:id/people/:userId/phone', {
  access: 'rollCalls.ask',
  params: askedParams,
  body: noBody,
  answer: phoneAnswer,
})

export const exportRollCall = endpoint('GET', '/api/roll-calls/:id/export', {
  access: 'rollCalls.ask',
  proof: true,
  params: rollCallParams,
  query: rollCallExportQuery,
  answer: 'stream',
})

export const remindSilent = endpoint('POST', '/api/roll-calls/:id/remind', {
  access: 'rollCalls.ask',
  params: rollCallParams,
  body: noBody,
  answer: 'nothing',
})

export const closeRollCall = endpoint('POST', '/api/roll-calls/:id/close', {
  access: 'rollCalls.ask',
  params: rollCallParams,
  body: noBody,
  answer: 'nothing',
})
