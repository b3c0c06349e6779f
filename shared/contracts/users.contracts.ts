import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { countAnswer, noBody } from './answers.ts'
import {
  application,
  approveManyBody,
  decision,
  exportQuery,
  outcome,
  peopleQuery,
  personFound,
  placeManyBody,
  placementBody,
  reasonBody,
  recentUser,
  rejectManyBody,
  roleBody,
  unmasked,
  userDetail,
  userParams,
  userQuery,
  userRow,
  userSummary,
} from './users.ts'

export const listUsers = contract({
  access: 'users.list',
  mayLag: true,
  query: userQuery,
  answer: z.array(userRow),
})

export const listPendingUsers = contract({
  access: 'users.pending',
  query: userQuery,
  answer: z.array(userRow),
})

export const countPendingUsers = contract({
  access: 'users.pending',
  answer: countAnswer,
})

export const summariseUsers = contract({
  access: 'users.list',
  mayLag: true,
  answer: userSummary,
})

export const listRecentUsers = contract({
  access: 'users.recent',
  answer: z.array(recentUser),
})

export const exportUsers = contract({
  access: 'users.export',
  proof: true,
  mayLag: true,
  query: exportQuery,
  answer: 'stream',
})

export const readUser = contract({
  access: 'users.view',
  params: userParams,
  answer: userDetail,
})

export const readApplication = contract({
  access: 'users.pending',
  params: userParams,
  answer: application,
})

export const findPeople = contract({
  access: 'people.search',
  mayLag: true,
  query: peopleQuery,
  answer: z.array(personFound),
})

export const approveUser = contract({
  access: 'users.approve',
  params: userParams,
  body: noBody,
  answer: decision,
})

export const rejectUser = contract({
  access: 'users.reject',
  params: userParams,
  body: reasonBody,
  answer: decision,
})

export const approveMany = contract({
  access: 'users.approve',
  body: approveManyBody,
  answer: z.array(outcome),
})

export const rejectMany = contract({
  access: 'users.reject',
  body: rejectManyBody,
  answer: z.array(outcome),
})

export const changeRole = contract({
  access: 'users.changeRole',
  proof: true,
  params: userParams,
  body: roleBody,
  answer: decision,
})

export const deactivateUser = contract({
  access: 'users.deactivate',
  proof: true,
  params: userParams,
  body: reasonBody,
  answer: decision,
})

export const reactivateUser = contract({
  access: 'users.reactivate',
  params: userParams,
  body: noBody,
  answer: decision,
})

export const placeUser = contract({
  access: 'users.place',
  params: userParams,
  body: placementBody,
  answer: decision,
})

export const deactivateMany = contract({
  access: 'users.deactivate',
  proof: true,
  body: rejectManyBody,
  answer: z.array(outcome),
})

export const placeMany = contract({
  access: 'users.place',
  body: placeManyBody,
  answer: z.array(outcome),
})

/** Mails a link of their own to each user who was entered by others and has not accepted the terms. */
export const inviteMany = contract({
  access: 'users.approve',
  body: approveManyBody,
  answer: z.array(outcome),
})

export const resetTwoFactor = contract({
  access: 'users.resetTwoFactor',
  proof: true,
  params: userParams,
  body: noBody,
  answer: 'nothing',
})

export const unmaskUser = contract({
  access: 'users.unmask',
  proof: true,
  params: userParams,
  body: noBody,
  answer: unmasked,
})
