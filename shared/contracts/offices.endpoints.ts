import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { handoverBody, officeParams, officesQuery, ownOffice, term, termBody, vacancy } from './offices.ts'

export const listOffices = endpoint('GET', '/api/offices', {
  access: 'offices.list',
  query: officesQuery,
  answer: z.array(term),
})

export const listVacancies = endpoint('GET', '/api/offices/vacant', {
  access: 'offices.list',
  answer: z.array(vacancy),
})

export const readOwnOffice = endpoint('GET', '/api/offices/mine', {
  access: 'account.manage',
  answer: ownOffice,
})

export const setTerm = endpoint('PUT', '/api/offices/:id/term', {
  access: 'users.changeRole',
  params: officeParams,
  body: termBody,
  answer: 'nothing',
})

/** One's own office, to one person; nothing changes before they accept. */
export const offerHandover = endpoint('POST', '/api/offices/handover', {
  access: 'offices.handOver',
  proof: true,
  body: handoverBody,
  answer: 'nothing',
})

export const acceptHandover = endpoint('POST', '/api/offices/handovers/:id/accept', {
  access: 'account.manage',
  params: officeParams,
  body: noBody,
  answer: 'nothing',
})

/** By either side. */
export const endHandover = endpoint('POST', '/api/offices/handovers/:id/end', {
  access: 'account.manage',
  params: officeParams,
  body: noBody,
  answer: 'nothing',
})
