import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  closeMotionBody,
  motionBody,
  motionDetail,
  motionItem,
  motionParams,
  motionVote,
  motionVoteBody,
  motionVotesQuery,
} from './motions.schemas.ts'

/** Lists motions (open votes) that the caller manages or may vote on, newest first. */
export const listMotions = defineContract({ access: 'elections.vote', answer: z.array(motionItem) })

export const createMotion = defineContract({
  access: 'elections.manage',
  body: motionBody,
  answer: z.object({ id }),
  status: 201,
})

export const readMotion = defineContract({
  access: 'elections.vote',
  params: motionParams,
  answer: motionDetail,
})

/** Replaces the draft of a motion. The club or country that votes on a motion never changes. */
export const updateMotion = defineContract({
  access: 'elections.manage',
  params: motionParams,
  body: motionBody,
  answer: 'nothing',
})

export const deleteMotion = defineContract({
  access: 'elections.manage',
  params: motionParams,
  answer: 'nothing',
})

/** Opens voting on a motion. From then on, its text and its roll (list of voters) can no longer be changed. */
export const openMotion = defineContract({
  access: 'elections.manage',
  params: motionParams,
  body: noBody,
  answer: 'nothing',
})

/** Stores the caller's vote on a motion. A later vote counts instead of an earlier one. All votes stay stored. */
export const voteOnMotion = defineContract({
  access: 'elections.vote',
  params: motionParams,
  body: motionVoteBody,
  answer: 'nothing',
})

export const closeMotion = defineContract({
  access: 'elections.manage',
  params: motionParams,
  body: closeMotionBody,
  answer: 'nothing',
})

/** Lists the votes on a motion with the voters' names: for organisers at any time, for voters after closing. */
export const listMotionVotes = defineContract({
  access: 'elections.vote',
  params: motionParams,
  query: motionVotesQuery,
  answer: z.array(motionVote),
})
