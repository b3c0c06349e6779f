import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { countAnswer } from './answers.ts'
import {
  blockBody,
  blockParams,
  changeBody,
  changesQuery,
  groupBody,
  groupMember,
  groupMembersQuery,
  groupParams,
  groupRow,
  groupsQuery,
  memberParams,
  memberRead,
  memberRoleBody,
  membersBody,
  messageForCaller,
  messagesParams,
  messagesQuery,
  newGroupBody,
  pinBody,
  placeBody,
  readGroupAnswer,
  readGroupBody,
} from './chat.ts'
import { messageSearchAnswer, messageSearchQuery } from './message-search.ts'

export const listGroups = endpoint('GET', '/api/groups', {
  access: 'groups.use',
  query: groupsQuery,
  answer: z.array(groupRow),
})

export const createGroup = endpoint('POST', '/api/groups', {
  access: 'groups.use',
  body: newGroupBody,
  answer: groupRow,
  status: [200, 201],
})

export const updateGroup = endpoint('PUT', '/api/groups/:id', {
  access: 'groups.use',
  params: groupParams,
  body: groupBody,
  answer: 'nothing',
})

export const listGroupMembers = endpoint('GET', '/api/groups/:id/members', {
  access: 'groups.use',
  params: groupParams,
  query: groupMembersQuery,
  answer: z.array(groupMember),
})

export const addMembers = endpoint('POST', '/api/groups/:id/members', {
  access: 'groups.use',
  params: groupParams,
  body: membersBody,
  answer: 'nothing',
})

export const removeMembers = endpoint('DELETE', '/api/groups/:id/members', {
  access: 'groups.use',
  params: groupParams,
  body: membersBody,
  answer: 'nothing',
})

export const changeMemberRole = endpoint('PUT', '/api/groups/:id/members/:userId', {
  access: 'groups.use',
  params: memberParams,
  body: memberRoleBody,
  answer: 'nothing',
})

export const placeGroup = endpoint('PUT', '/api/groups/:id/place', {
  access: 'groups.use',
  params: groupParams,
  body: placeBody,
  answer: 'nothing',
})

export const pinMessage = endpoint('PUT', '/api/groups/:id/pins', {
  access: 'groups.use',
  params: groupParams,
  body: pinBody,
  answer: 'nothing',
})

/** Neither hears from the other in their conversation of two, until it is taken back. */
export const blockPerson = endpoint('PUT', '/api/blocks/:userId', {
  access: 'groups.use',
  params: blockParams,
  body: blockBody,
  answer: 'nothing',
})

export const listReads = endpoint('GET', '/api/groups/:id/reads', {
  access: 'groups.use',
  params: groupParams,
  answer: z.array(memberRead),
})

export const readGroup = endpoint('POST', '/api/groups/:id/read', {
  access: 'groups.use',
  params: groupParams,
  body: readGroupBody,
  answer: readGroupAnswer,
})

export const listMessages = endpoint('GET', '/api/messages/:groupId', {
  access: 'groups.use',
  params: messagesParams,
  query: messagesQuery,
  answer: z.array(messageForCaller),
})

export const listChanges = endpoint('GET', '/api/messages/:groupId/changes', {
  access: 'groups.use',
  params: messagesParams,
  query: changesQuery,
  answer: z.array(messageForCaller),
})

export const changeMessage = endpoint('POST', '/api/messages/:groupId/changes', {
  access: 'groups.use',
  params: messagesParams,
  body: changeBody,
  answer: messageForCaller,
})

export const searchMessages = endpoint('GET', '/api/messages/search', {
  access: 'groups.use',
  query: messageSearchQuery,
  answer: messageSearchAnswer,
})

export const countUnreadMessages = endpoint('GET', '/api/messages/unread/count', {
  access: 'groups.use',
  answer: countAnswer,
})
