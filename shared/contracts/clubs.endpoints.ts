import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import {
  clubBody,
  clubDetail,
  clubOption,
  clubOptionsQuery,
  clubParams,
  clubQuery,
  clubRow,
  clubSummary,
  directoryEntry,
  directoryQuery,
  listedBody,
  newClubBody,
} from './clubs.ts'

export const listClubOptions = endpoint('GET', '/api/clubs/options', {
  access: 'public',
  query: clubOptionsQuery,
  answer: z.array(clubOption),
})

export const listClubs = endpoint('GET', '/api/clubs', {
  access: 'clubs.list',
  mayLag: true,
  query: clubQuery,
  answer: z.array(clubRow),
})

export const summariseClubs = endpoint('GET', '/api/clubs/summary', {
  access: 'clubs.list',
  mayLag: true,
  answer: clubSummary,
})

export const readClub = endpoint('GET', '/api/clubs/:id', {
  access: 'clubs.list',
  params: clubParams,
  answer: clubDetail,
})

export const createClub = endpoint('POST', '/api/clubs', {
  access: 'clubs.manage',
  body: newClubBody,
  answer: z.object({ id }),
  status: 201,
})

export const updateClub = endpoint('PUT', '/api/clubs/:id', {
  access: 'clubs.manage',
  params: clubParams,
  body: clubBody,
  answer: 'nothing',
})

/** The people of one's own club; of any other there is none to see. */
export const listDirectory = endpoint('GET', '/api/clubs/:id/directory', {
  access: 'clubs.list',
  params: clubParams,
  query: directoryQuery,
  answer: z.array(directoryEntry),
})

/** Whether one stands in it oneself. */
export const readListed = endpoint('GET', '/api/profile/listed', {
  access: 'account.manage',
  answer: listedBody,
})

export const setListed = endpoint('PUT', '/api/profile/listed', {
  access: 'account.manage',
  body: listedBody,
  answer: 'nothing',
})
