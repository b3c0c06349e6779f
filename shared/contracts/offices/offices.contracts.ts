import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  appointmentBody,
  handoverBody,
  officeParams,
  officesQuery,
  ownOffice,
  term,
  termBody,
  vacancy,
} from './offices.schemas.ts'

export const listOffices = defineContract({
  access: 'offices.list',
  query: officesQuery,
  answer: z.array(term),
})

export const listVacancies = defineContract({
  access: 'offices.list',
  answer: z.array(vacancy),
})

export const readOwnOffice = defineContract({
  access: 'account.manage',
  answer: ownOffice,
})

export const setOfficeTerm = defineContract({
  access: 'users.changeRole',
  params: officeParams,
  body: termBody,
  answer: 'nothing',
})

/** Gives a user an office for a term, in addition to the user's role. */
export const appointUserToOffice = defineContract({
  access: 'offices.give',
  proof: true,
  body: appointmentBody,
  answer: 'nothing',
})

export const endOfficeAppointment = defineContract({
  access: 'offices.give',
  proof: true,
  params: officeParams,
  body: noBody,
  answer: 'nothing',
})

/** Offers the caller's office to a successor. The office passes on only when the successor accepts. */
export const offerHandover = defineContract({
  access: 'offices.handOver',
  proof: true,
  body: handoverBody,
  answer: 'nothing',
})

export const acceptHandover = defineContract({
  access: 'account.manage',
  params: officeParams,
  body: noBody,
  answer: 'nothing',
})

/**
 * Cancels the handover of an office. The holder withdraws the offer, or the successor declines it, by the same call.
 */
export const endHandover = defineContract({
  access: 'account.manage',
  params: officeParams,
  body: noBody,
  answer: 'nothing',
})
