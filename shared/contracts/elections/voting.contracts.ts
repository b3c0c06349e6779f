import { defineContract } from '#shared/endpoint.ts'
import {
  ballotBody,
  ballotParams,
  castBallot,
  enrolmentBody,
  logQuery,
  logResponse,
  maxBallotBytes,
  rollResponse,
  votingParams,
  votingState,
} from './voting.schemas.ts'

export const readVoting = defineContract({
  access: 'elections.vote',
  params: votingParams,
  answer: votingState,
})

/** Registers the caller's public credential, signed with the caller's published keys. */
export const enrol = defineContract({
  access: 'elections.vote',
  params: votingParams,
  body: enrolmentBody,
  answer: 'nothing',
})

export const readRoll = defineContract({
  access: 'elections.vote',
  params: votingParams,
  answer: rollResponse,
})

/** Casts a ballot. The same ballot sent again returns the same position. */
export const castOwnBallot = defineContract({
  access: 'elections.vote',
  params: votingParams,
  body: ballotBody,
  bodyLimit: maxBallotBytes,
  answer: castBallot,
})

/** Finds a ballot by the hash on its receipt. */
export const findBallot = defineContract({
  access: 'elections.vote',
  params: ballotParams,
  answer: castBallot,
})

export const readLog = defineContract({
  access: 'elections.vote',
  params: votingParams,
  query: logQuery,
  answer: logResponse,
})

/** Public archive of the election as belenios-tool reads it. */
export const readArchive = defineContract({
  access: 'elections.vote',
  params: votingParams,
  answer: 'stream',
})
