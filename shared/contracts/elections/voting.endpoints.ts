import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './voting.contracts.ts'

export const readVoting = defineEndpoint<typeof contracts.readVoting>('GET', '/api/elections/:id/voting')
export const enrol = defineEndpoint<typeof contracts.enrol>('PUT', '/api/elections/:id/enrolment')
export const readRoll = defineEndpoint<typeof contracts.readRoll>('GET', '/api/elections/:id/roll')
export const castOwnBallot = defineEndpoint<typeof contracts.castOwnBallot>(
  'POST',
  '/api/elections/:id/ballots',
)
export const findBallot = defineEndpoint<typeof contracts.findBallot>(
  'GET',
  '/api/elections/:id/ballots/:hash',
)
export const readLog = defineEndpoint<typeof contracts.readLog>('GET', '/api/elections/:id/log')
export const readArchive = defineEndpoint<typeof contracts.readArchive>('GET', '/api/elections/:id/archive')
