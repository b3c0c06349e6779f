import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './chat.contracts.ts'

export const listGroups = endpoint<typeof contracts.listGroups>('GET', '/api/groups')
export const createGroup = endpoint<typeof contracts.createGroup>('POST', '/api/groups')
export const updateGroup = endpoint<typeof contracts.updateGroup>('PUT', '/api/groups/:id')
export const listGroupMembers = endpoint<typeof contracts.listGroupMembers>('GET', '/api/groups/:id/members')
export const addMembers = endpoint<typeof contracts.addMembers>('POST', '/api/groups/:id/members')
export const removeMembers = endpoint<typeof contracts.removeMembers>('DELETE', '/api/groups/:id/members')
export const changeMemberRole = endpoint<typeof contracts.changeMemberRole>(
  'PUT',
  '/api/groups/:id/members/:userId',
)
export const placeGroup = endpoint<typeof contracts.placeGroup>('PUT', '/api/groups/:id/place')
export const pinMessage = endpoint<typeof contracts.pinMessage>('PUT', '/api/groups/:id/pins')
export const blockPerson = endpoint<typeof contracts.blockPerson>('PUT', '/api/blocks/:userId')
export const listReads = endpoint<typeof contracts.listReads>('GET', '/api/groups/:id/reads')
export const readGroup = endpoint<typeof contracts.readGroup>('POST', '/api/groups/:id/read')
export const listMessages = endpoint<typeof contracts.listMessages>('GET', '/api/messages/:groupId')
export const listChanges = endpoint<typeof contracts.listChanges>('GET', '/api/messages/:groupId/changes')
export const changeMessage = endpoint<typeof contracts.changeMessage>(
  'POST',
  '/api/messages/:groupId/changes',
)
export const searchMessages = endpoint<typeof contracts.searchMessages>('GET', '/api/messages/search')
export const countUnreadMessages = endpoint<typeof contracts.countUnreadMessages>(
  'GET',
  '/api/messages/unread/count',
)
