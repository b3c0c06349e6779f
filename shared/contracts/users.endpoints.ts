import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './users.contracts.ts'

export const listUsers = endpoint<typeof contracts.listUsers>('GET', '/api/users')
export const listPendingUsers = endpoint<typeof contracts.listPendingUsers>('GET', '/api/users/pending')
export const countPendingUsers = endpoint<typeof contracts.countPendingUsers>(
  'GET',
  '/api/users/pending/count',
)
export const summariseUsers = endpoint<typeof contracts.summariseUsers>('GET', '/api/users/summary')
export const listRecentUsers = endpoint<typeof contracts.listRecentUsers>('GET', '/api/users/recent')
export const exportUsers = endpoint<typeof contracts.exportUsers>('GET', '/api/users/export')
export const readUser = endpoint<typeof contracts.readUser>('GET', '/api/users/:id')
export const readApplication = endpoint<typeof contracts.readApplication>('GET', '/api/users/:id/application')
export const findPeople = endpoint<typeof contracts.findPeople>('GET', '/api/people')
export const approveUser = endpoint<typeof contracts.approveUser>('POST', '/api/users/:id/approve')
export const rejectUser = endpoint<typeof contracts.rejectUser>('POST', '/api/users/:id/reject')
export const approveMany = endpoint<typeof contracts.approveMany>('POST', '/api/users/approve')
export const rejectMany = endpoint<typeof contracts.rejectMany>('POST', '/api/users/reject')
export const changeRole = endpoint<typeof contracts.changeRole>('PUT', '/api/users/:id/role')
export const deactivateUser = endpoint<typeof contracts.deactivateUser>('POST', '/api/users/:id/deactivate')
export const reactivateUser = endpoint<typeof contracts.reactivateUser>('POST', '/api/users/:id/reactivate')
export const placeUser = endpoint<typeof contracts.placeUser>('PUT', '/api/users/:id/placement')
export const deactivateMany = endpoint<typeof contracts.deactivateMany>('POST', '/api/users/deactivate')
export const placeMany = endpoint<typeof contracts.placeMany>('PUT', '/api/users/placement')
export const inviteMany = endpoint<typeof contracts.inviteMany>('POST', '/api/users/invite')
export const resetTwoFactor = endpoint<typeof contracts.resetTwoFactor>(
  'POST',
  '/api/users/:id/reset-two-factor',
)
export const unmaskUser = endpoint<typeof contracts.unmaskUser>('POST', '/api/users/:id/unmask')
