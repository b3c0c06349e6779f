import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { countResponse, noBody } from '#shared/fields/responses.ts'
import {
  application,
  approvalBody,
  approveManyBody,
  bulkDecisionOutcome,
  decision,
  exportQuery,
  foundPerson,
  matchingQuery,
  matchingUsers,
  peopleQuery,
  placeManyBody,
  placementBody,
  reasonBody,
  recentUser,
  rejectManyBody,
  roleBody,
  unmaskedUser,
  userDetail,
  userParams,
  userQuery,
  userRow,
  userSummary,
} from './users.schemas.ts'

export const listUsers = defineContract({
  access: 'users.list',
  mayLag: true,
  query: userQuery,
  answer: z.array(userRow),
})

export const listPendingUsers = defineContract({
  access: 'users.pending',
  query: userQuery,
  answer: z.array(userRow),
})

export const countPendingUsers = defineContract({
  access: 'users.pending',
  answer: countResponse,
})

export const readUserCountSummary = defineContract({
  access: 'users.list',
  mayLag: true,
  answer: userSummary,
})

export const listRecentUsers = defineContract({
  access: 'users.recent',
  answer: z.array(recentUser),
})

export const exportUsers = defineContract({
  access: 'users.export',
  proof: true,
  mayLag: true,
  query: exportQuery,
  answer: 'stream',
})

/** Lists ids and names of all users who match the filters, for a bulk action. */
export const listMatchingUsers = defineContract({
  access: 'users.list',
  query: matchingQuery,
  answer: matchingUsers,
})

export const readUser = defineContract({
  access: 'users.view',
  params: userParams,
  answer: userDetail,
})

export const readApplication = defineContract({
  access: 'users.pending',
  params: userParams,
  answer: application,
})

export const findPeopleToChatWith = defineContract({
  access: 'people.search',
  mayLag: true,
  query: peopleQuery,
  answer: z.array(foundPerson),
})

export const approveUser = defineContract({
  access: 'users.approve',
  params: userParams,
  body: approvalBody,
  answer: decision,
})

export const rejectUser = defineContract({
  access: 'users.reject',
  params: userParams,
  body: reasonBody,
  answer: decision,
})

export const approveUsers = defineContract({
  access: 'users.approve',
  body: approveManyBody,
  answer: z.array(bulkDecisionOutcome),
})

export const rejectUsers = defineContract({
  access: 'users.reject',
  body: rejectManyBody,
  answer: z.array(bulkDecisionOutcome),
})

export const changeUserRole = defineContract({
  access: 'users.changeRole',
  proof: true,
  params: userParams,
  body: roleBody,
  answer: decision,
})

export const deactivateUser = defineContract({
  access: 'users.deactivate',
  proof: true,
  params: userParams,
  body: reasonBody,
  answer: decision,
})

export const reactivateUser = defineContract({
  access: 'users.reactivate',
  params: userParams,
  body: noBody,
  answer: decision,
})

export const placeUser = defineContract({
  access: 'users.place',
  params: userParams,
  body: placementBody,
  answer: decision,
})

export const deactivateUsers = defineContract({
  access: 'users.deactivate',
  proof: true,
  body: rejectManyBody,
  answer: z.array(bulkDecisionOutcome),
})

export const placeUsers = defineContract({
  access: 'users.place',
  body: placeManyBody,
  answer: z.array(bulkDecisionOutcome),
})

/** Mails an activation link to users whose account others created and who have not accepted the terms. */
export const inviteUsers = defineContract({
  access: 'users.approve',
  body: approveManyBody,
  answer: z.array(bulkDecisionOutcome),
})

export const resetTwoFactor = defineContract({
  access: 'users.resetTwoFactor',
  proof: true,
  params: userParams,
  body: noBody,
  answer: 'nothing',
})

export const unmaskUser = defineContract({
  access: 'users.unmask',
  proof: true,
  params: userParams,
  body: noBody,
  answer: unmaskedUser,
})
