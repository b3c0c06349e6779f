import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
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

export const listPairs = endpoint('GET', '/api/merging/pairs', {
  access: 'users.merge',
  query: pairsQuery,
  answer: z.array(likelyPair),
})

/** They are two people. */
export const dismissPair = endpoint('POST', '/api/merging/pairs/:id/dismiss', {
  access: 'users.merge',
  params: pairParams,
  body: noBody,
  answer: 'nothing',
})

export const previewMerge = endpoint('GET', '/api/merging/:id/with/:otherId', {
  access: 'users.merge',
  params: mergeParams,
  answer: mergePreview,
})

/** The first stays. Where both have somebody who signs in, they are asked instead. */
export const mergeUsers = endpoint('POST', '/api/merging/:id/with/:otherId', {
  access: 'users.merge',
  proof: true,
  params: mergeParams,
  body: mergeBody,
  answer: mergeAnswer,
})

export const withdrawMerge = endpoint('DELETE', '/api/merging/requests/:id', {
  access: 'users.merge',
  params: pairParams,
  answer: 'nothing',
})

export const readOwnMerge = endpoint('GET', '/api/account/merging', {
  access: 'account.manage',
  answer: ownMerge,
})

export const confirmMerge = endpoint('POST', '/api/account/merging/:id/confirm', {
  access: 'account.manage',
  proof: true,
  params: pairParams,
  body: noBody,
  answer: mergeAnswer,
})

export const declineMerge = endpoint('POST', '/api/account/merging/:id/decline', {
  access: 'account.manage',
  params: pairParams,
  body: noBody,
  answer: 'nothing',
})
