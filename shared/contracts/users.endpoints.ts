import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
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

export const listUsers = endpoint('GET', '/api/users', {
  access: 'users.list',
  mayLag: true,
  query: userQuery,
  answer: z.array(userRow),
})

export const listPendingUsers = endpoint('GET', '/api/users/pending', {
  access: 'users.pending',
  query: userQuery,
  answer: z.array(userRow),
})

export const countPendingUsers = endpoint('GET', '/api/users/pending/count', {
  access: 'users.pending',
  answer: countAnswer,
})

export const summariseUsers = endpoint('GET', '/api/users/summary', {
  access: 'users.list',
  mayLag: true,
  answer: userSummary,
})

export const listRecentUsers = endpoint('GET', '/api/users/recent', {
  access: 'users.recent',
  answer: z.array(recentUser),
})

export const exportUsers = endpoint('GET', '/api/users/export', {
  access: 'users.export',
  proof: true,
  mayLag: true,
  query: exportQuery,
  answer: 'stream',
})

export const readUser = endpoint('GET', '/api/users/:id', {
  access: 'users.view',
  params: userParams,
  answer: userDetail,
})

export const readApplication = endpoint('GET', '/api/users/:id/application', {
  access: 'users.pending',
  params: userParams,
  answer: application,
})

export const findPeople = endpoint('GET', '/api/people', {
  access: 'people.search',
  mayLag: true,
  query: peopleQuery,
  answer: z.array(personFound),
})

export const approveUser = endpoint('POST', '/api/users/:id/approve', {
  access: 'users.approve',
  params: userParams,
  body: noBody,
  answer: decision,
})

export const rejectUser = endpoint('POST', '/api/users/:id/reject', {
  access: 'users.reject',
  params: userParams,
  body: reasonBody,
  answer: decision,
})

export const approveMany = endpoint('POST', '/api/users/approve', {
  access: 'users.approve',
  body: approveManyBody,
  answer: z.array(outcome),
})

export const rejectMany = endpoint('POST', '/api/users/reject', {
  access: 'users.reject',
  body: rejectManyBody,
  answer: z.array(outcome),
})

export const changeRole = endpoint('PUT', '/api/users/:id/role', {
  access: 'users.changeRole',
  proof: true,
  params: userParams,
  body: roleBody,
  answer: decision,
})

export const deactivateUser = endpoint('POST', '/api/users/:id/deactivate', {
  access: 'users.deactivate',
  proof: true,
  params: userParams,
  body: reasonBody,
  answer: decision,
})

export const reactivateUser = endpoint('POST', '/api/users/:id/reactivate', {
  access: 'users.reactivate',
  params: userParams,
  body: noBody,
  answer: decision,
})

export const placeUser = endpoint('PUT', '/api/users/:id/placement', {
  access: 'users.place',
  params: userParams,
  body: placementBody,
  answer: decision,
})

export const deactivateMany = endpoint('POST', '/api/users/deactivate', {
  access: 'users.deactivate',
  proof: true,
  body: rejectManyBody,
  answer: z.array(outcome),
})

export const placeMany = endpoint('PUT', '/api/users/placement', {
  access: 'users.place',
  body: placeManyBody,
  answer: z.array(outcome),
})

/** Those who were entered by others and have agreed to nothing yet: a letter to each, with their own link. */
export const inviteMany = endpoint('POST', '/api/users/invite', {
  access: 'users.approve',
  body: approveManyBody,
  answer: z.array(outcome),
})

export const resetTwoFactor = endpoint('POST', '/api/users/:id/reset-two-factor', {
  access: 'users.resetTwoFactor',
  proof: true,
  params: userParams,
  body: noBody,
  answer: 'nothing',
})

export const unmaskUser = endpoint('POST', '/api/users/:id/unmask', {
  access: 'users.unmask',
  proof: true,
  params: userParams,
  body: noBody,
  answer: unmasked,
})
