import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './clubs.contracts.ts'

export const listClubOptions = endpoint<typeof contracts.listClubOptions>('GET', '/api/clubs/options')
export const listClubs = endpoint<typeof contracts.listClubs>('GET', '/api/clubs')
export const summariseClubs = endpoint<typeof contracts.summariseClubs>('GET', '/api/clubs/summary')
export const readClub = endpoint<typeof contracts.readClub>('GET', '/api/clubs/:id')
export const createClub = endpoint<typeof contracts.createClub>('POST', '/api/clubs')
export const updateClub = endpoint<typeof contracts.updateClub>('PUT', '/api/clubs/:id')
export const listDirectory = endpoint<typeof contracts.listDirectory>('GET', '/api/clubs/:id/directory')
export const readListed = endpoint<typeof contracts.readListed>('GET', '/api/profile/listed')
export const setListed = endpoint<typeof contracts.setListed>('PUT', '/api/profile/listed')
