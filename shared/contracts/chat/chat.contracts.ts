import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { countResponse } from '#shared/fields/responses.ts'
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
  groupSettingsBody,
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
  readGroupBody,
  readGroupResponse,
} from './chat.schemas.ts'
import { messageSearchQuery, messageSearchResponse } from './message-search.schemas.ts'

export const listGroups = defineContract({
  access: 'groups.use',
  query: groupsQuery,
  answer: z.array(groupRow),
})

export const createGroup = defineContract({
  access: 'groups.use',
  body: newGroupBody,
  answer: groupRow,
  status: [200, 201],
})

export const updateGroup = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: groupBody,
  answer: 'nothing',
})

export const listGroupMembers = defineContract({
  access: 'groups.use',
  params: groupParams,
  query: groupMembersQuery,
  answer: z.array(groupMember),
})

export const addMembers = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: membersBody,
  answer: 'nothing',
})

export const removeMembers = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: membersBody,
  answer: 'nothing',
})

export const changeMemberRole = defineContract({
  access: 'groups.use',
  params: memberParams,
  body: memberRoleBody,
  answer: 'nothing',
})

export const saveGroupSettings = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: groupSettingsBody,
  answer: 'nothing',
})

export const pinMessage = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: pinBody,
  answer: 'nothing',
})

/** Blocks or unblocks a user. During a block, neither of the two users can send direct messages to the other. */
export const setUserBlocked = defineContract({
  access: 'groups.use',
  params: blockParams,
  body: blockBody,
  answer: 'nothing',
})

export const listReadReceipts = defineContract({
  access: 'groups.use',
  params: groupParams,
  answer: z.array(memberRead),
})

export const saveReadPosition = defineContract({
  access: 'groups.use',
  params: groupParams,
  body: readGroupBody,
  answer: readGroupResponse,
})

export const listMessages = defineContract({
  access: 'groups.use',
  params: messagesParams,
  query: messagesQuery,
  answer: z.array(messageForCaller),
})

export const listMessageChanges = defineContract({
  access: 'groups.use',
  params: messagesParams,
  query: changesQuery,
  answer: z.array(messageForCaller),
})

export const changeMessage = defineContract({
  access: 'groups.use',
  params: messagesParams,
  body: changeBody,
  answer: messageForCaller,
})

export const searchMessages = defineContract({
  access: 'groups.use',
  query: messageSearchQuery,
  answer: messageSearchResponse,
})

export const countUnreadMessages = defineContract({
  access: 'groups.use',
  answer: countResponse,
})
