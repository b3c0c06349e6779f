import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
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
} from './clubs.schemas.ts'

export const listClubsForRegistration = defineContract({
  access: 'public',
  query: clubOptionsQuery,
  answer: z.array(clubOption),
})

export const listClubs = defineContract({
  access: 'clubs.list',
  mayLag: true,
  query: clubQuery,
  answer: z.array(clubRow),
})

export const readClubCountSummary = defineContract({
  access: 'clubs.list',
  mayLag: true,
  answer: clubSummary,
})

export const readClub = defineContract({
  access: 'clubs.list',
  params: clubParams,
  answer: clubDetail,
})

export const createClub = defineContract({
  access: 'clubs.manage',
  body: newClubBody,
  answer: z.object({ id }),
  status: 201,
})

export const updateClub = defineContract({
  access: 'clubs.manage',
  params: clubParams,
  body: clubBody,
  answer: 'nothing',
})

/** Lists the members in the directory of the caller's own club. Callers cannot read directories of other clubs. */
export const listClubDirectory = defineContract({
  access: 'clubs.list',
  params: clubParams,
  query: directoryQuery,
  answer: z.array(directoryEntry),
})

/** Returns whether the caller is listed in the directory of their club. */
export const readDirectoryListing = defineContract({
  access: 'account.manage',
  answer: listedBody,
})

export const setDirectoryListing = defineContract({
  access: 'account.manage',
  body: listedBody,
  answer: 'nothing',
})
