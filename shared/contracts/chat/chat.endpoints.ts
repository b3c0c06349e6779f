import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './chat.contracts.ts'

export const listGroups = defineEndpoint<typeof contracts.listGroups>('GET', '/api/groups')
export const createGroup = defineEndpoint<typeof contracts.createGroup>('POST', '/api/groups')
export const updateGroup = defineEndpoint<typeof contracts.updateGroup>('PUT', '/api/groups/:id')
export const listGroupMembers = defineEndpoint<typeof contracts.listGroupMembers>(
  'GET',
  '/api/groups/:id/members',
)
export const addMembers = defineEndpoint<typeof contracts.addMembers>('POST', '/api/groups/:id/members')
export const removeMembers = defineEndpoint<typeof contracts.removeMembers>(
  'DELETE',
  '/api/groups/:id/members',
)
export const changeMemberRole = defineEndpoint<typeof contracts.changeMemberRole>(
  'PUT',
  '/api/groups/:id/members/:userId',
)
export const saveGroupSettings = defineEndpoint<typeof contracts.saveGroupSettings>(
  'PUT',
  '/api/groups/:id/place',
)
export const pinMessage = defineEndpoint<typeof contracts.pinMessage>('PUT', '/api/groups/:id/pins')
export const setUserBlocked = defineEndpoint<typeof contracts.setUserBlocked>('PUT', '/api/blocks/:userId')
export const listReadReceipts = defineEndpoint<typeof contracts.listReadReceipts>(
  'GET',
  '/api/groups/:id/reads',
)
export const saveReadPosition = defineEndpoint<typeof contracts.saveReadPosition>(
  'POST',
  '/api/groups/:id/read',
)
export const listMessages = defineEndpoint<typeof contracts.listMessages>('GET', '/api/messages/:groupId')
export const listMessageChanges = defineEndpoint<typeof contracts.listMessageChanges>(
  'GET',
  '/api/messages/:groupId/changes',
)
export const changeMessage = defineEndpoint<typeof contracts.changeMessage>(
  'POST',
  '/api/messages/:groupId/changes',
)
export const searchMessages = defineEndpoint<typeof contracts.searchMessages>('GET', '/api/messages/search')
export const countUnreadMessages = defineEndpoint<typeof contracts.countUnreadMessages>(
  'GET',
  '/api/messages/unread/count',
)
