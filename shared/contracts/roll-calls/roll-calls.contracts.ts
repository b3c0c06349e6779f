import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  askedPeopleQuery,
  askedPerson,
  askedPersonParams,
  phoneResponse,
  rollCallBody,
  rollCallDetail,
  rollCallExportQuery,
  rollCallItem,
  rollCallParams,
  safetyBody,
} from './roll-calls.schemas.ts'

/** Lists the roll calls (safety checks in an emergency) that the caller manages. */
export const listRollCalls = defineContract({
  access: 'rollCalls.ask',
  answer: z.array(rollCallItem),
})

export const startRollCall = defineContract({
  access: 'rollCalls.ask',
  body: rollCallBody,
  answer: z.object({ id }),
  status: 201,
})

export const readRollCall = defineContract({
  access: 'rollCalls.answer',
  params: rollCallParams,
  answer: rollCallDetail,
})

/** Answers a roll call. A later answer replaces an earlier one until the roll call is closed. */
export const answerRollCall = defineContract({
  access: 'rollCalls.answer',
  params: rollCallParams,
  body: safetyBody,
  answer: 'nothing',
})

export const listAskedPeople = defineContract({
  access: 'rollCalls.ask',
  params: rollCallParams,
  query: askedPeopleQuery,
  answer: z.array(askedPerson),
})

/** Returns the phone number of one person in a roll call (safety check) and records the access in the audit log. */
export const revealPhoneNumber = defineContract({
  access: 'rollCalls.ask',
  params: askedPersonParams,
  body: noBody,
  answer: phoneResponse,
})

export const exportRollCall = defineContract({
  access: 'rollCalls.ask',
  proof: true,
  params: rollCallParams,
  query: rollCallExportQuery,
  answer: 'stream',
})

export const remindUnansweredPeople = defineContract({
  access: 'rollCalls.ask',
  params: rollCallParams,
  body: noBody,
  answer: 'nothing',
})

export const closeRollCall = defineContract({
  access: 'rollCalls.ask',
  params: rollCallParams,
  body: noBody,
  answer: 'nothing',
})
