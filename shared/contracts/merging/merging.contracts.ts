import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  likelyPair,
  mergeBody,
  mergeParams,
  mergePreview,
  mergeResponse,
  ownMerge,
  pairParams,
  pairsQuery,
} from './merging.schemas.ts'

export const listPairs = defineContract({
  access: 'users.merge',
  query: pairsQuery,
  answer: z.array(likelyPair),
})

/** Marks two suspected duplicate accounts as accounts of two different people. */
export const dismissPair = defineContract({
  access: 'users.merge',
  params: pairParams,
  body: noBody,
  answer: 'nothing',
})

export const previewMerge = defineContract({
  access: 'users.merge',
  params: mergeParams,
  answer: mergePreview,
})

/** Merges two accounts into the first one. If both accounts are in use, their owners must consent first. */
export const mergeUsersOrRequestConsent = defineContract({
  access: 'users.merge',
  proof: true,
  params: mergeParams,
  body: mergeBody,
  answer: mergeResponse,
})

export const withdrawMerge = defineContract({
  access: 'users.merge',
  params: pairParams,
  answer: 'nothing',
})

export const readOwnMerge = defineContract({
  access: 'account.manage',
  answer: ownMerge,
})

export const confirmMerge = defineContract({
  access: 'account.manage',
  proof: true,
  params: pairParams,
  body: noBody,
  answer: mergeResponse,
})

export const declineMerge = defineContract({
  access: 'account.manage',
  params: pairParams,
  body: noBody,
  answer: 'nothing',
})
