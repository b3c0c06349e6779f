import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './clubs.contracts.ts'

export const listClubsForRegistration = defineEndpoint<typeof contracts.listClubsForRegistration>(
  'GET',
  '/api/clubs/options',
)
export const listClubs = defineEndpoint<typeof contracts.listClubs>('GET', '/api/clubs')
export const readClubCountSummary = defineEndpoint<typeof contracts.readClubCountSummary>(
  'GET',
  '/api/clubs/summary',
)
export const readClub = defineEndpoint<typeof contracts.readClub>('GET', '/api/clubs/:id')
export const createClub = defineEndpoint<typeof contracts.createClub>('POST', '/api/clubs')
export const updateClub = defineEndpoint<typeof contracts.updateClub>('PUT', '/api/clubs/:id')
export const listClubDirectory = defineEndpoint<typeof contracts.listClubDirectory>(
  'GET',
  '/api/clubs/:id/directory',
)
export const readDirectoryListing = defineEndpoint<typeof contracts.readDirectoryListing>(
  'GET',
  '/api/profile/listed',
)
export const setDirectoryListing = defineEndpoint<typeof contracts.setDirectoryListing>(
  'PUT',
  '/api/profile/listed',
)
