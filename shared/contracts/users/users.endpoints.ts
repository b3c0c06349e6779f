import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './users.contracts.ts'

export const listUsers = defineEndpoint<typeof contracts.listUsers>('GET', '/api/users')
export const listPendingUsers = defineEndpoint<typeof contracts.listPendingUsers>('GET', '/api/users/pending')
export const countPendingUsers = defineEndpoint<typeof contracts.countPendingUsers>(
  'GET',
  '/api/users/pending/count',
)
export const readUserCountSummary = defineEndpoint<typeof contracts.readUserCountSummary>(
  'GET',
  '/api/users/summary',
)
export const listRecentUsers = defineEndpoint<typeof contracts.listRecentUsers>('GET', '/api/users/recent')
export const exportUsers = defineEndpoint<typeof contracts.exportUsers>('GET', '/api/users/export')
export const listMatchingUsers = defineEndpoint<typeof contracts.listMatchingUsers>(
  'GET',
  '/api/users/matching',
)
export const readUser = defineEndpoint<typeof contracts.readUser>('GET', '/api/users/:id')
export const readApplication = defineEndpoint<typeof contracts.readApplication>(
  'GET',
  '/api/users/:id/application',
)
export const findPeopleToChatWith = defineEndpoint<typeof contracts.findPeopleToChatWith>(
  'GET',
  '/api/people',
)
export const approveUser = defineEndpoint<typeof contracts.approveUser>('POST', '/api/users/:id/approve')
export const rejectUser = defineEndpoint<typeof contracts.rejectUser>('POST', '/api/users/:id/reject')
export const approveUsers = defineEndpoint<typeof contracts.approveUsers>('POST', '/api/users/approve')
export const rejectUsers = defineEndpoint<typeof contracts.rejectUsers>('POST', '/api/users/reject')
export const changeUserRole = defineEndpoint<typeof contracts.changeUserRole>('PUT', '/api/users/:id/role')
export const deactivateUser = defineEndpoint<typeof contracts.deactivateUser>(
  'POST',
  '/api/users/:id/deactivate',
)
export const reactivateUser = defineEndpoint<typeof contracts.reactivateUser>(
  'POST',
  '/api/users/:id/reactivate',
)
export const placeUser = defineEndpoint<typeof contracts.placeUser>('PUT', '/api/users/:id/placement')
export const deactivateUsers = defineEndpoint<typeof contracts.deactivateUsers>(
  'POST',
  '/api/users/deactivate',
)
export const placeUsers = defineEndpoint<typeof contracts.placeUsers>('PUT', '/api/users/placement')
export const inviteUsers = defineEndpoint<typeof contracts.inviteUsers>('POST', '/api/users/invite')
export const resetTwoFactor = defineEndpoint<typeof contracts.resetTwoFactor>(
  'POST',
  '/api/users/:id/reset-two-factor',
)
export const unmaskUser = defineEndpoint<typeof contracts.unmaskUser>('POST', '/api/users/:id/unmask')
