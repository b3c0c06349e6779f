import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import {
  likelyPair,
  mergeAnswer,
  mergeBody,
  mergeParams,
  mergePreview,
  ownMerge,
  pairParams,
  pairsQuery,
} from './merging.ts'

export const listPairs = contract({
  access: 'users.merge',
  query: pairsQuery,
  answer: z.array(likelyPair),
})

/** Marks a pair of likely duplicates as two different people. */
export const dismissPair = contract({
  access: 'users.merge',
  params: pairParams,
  body: noBody,
  answer: 'nothing',
})

export const previewMerge = contract({
  access: 'users.merge',
  params: mergeParams,
  answer: mergePreview,
})

/** Merges two accounts and keeps the first. If both accounts are in use, their owners are asked to confirm. */
export const mergeUsers = contract({
  access: 'users.merge',
  proof: true,
  params: mergeParams,
  body: mergeBody,
  answer: mergeAnswer,
})

export const withdrawMerge = contract({
  access: 'users.merge',
  params: pairParams,
  answer: 'nothing',
})

export const readOwnMerge = contract({
  access: 'account.manage',
  answer: ownMerge,
})

export const confirmMerge = contract({
  access: 'account.manage',
  proof: true,
  params: pairParams,
  body: noBody,
  answer: mergeAnswer,
})

export const declineMerge = contract({
  access: 'account.manage',
  params: pairParams,
  body: noBody,
  answer: 'nothing',
})
