import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
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

export const listGroups = contract({
  access: 'groups.use',
  query: groupsQuery,
  answer: z.array(groupRow),
})

export const createGroup = contract({
  access: 'groups.use',
  body: newGroupBody,
  answer: groupRow,
  status: [200, 201],
})

export const updateGroup = contract({
  access: 'groups.use',
  params: groupParams,
  body: groupBody,
  answer: 'nothing',
})

export const listGroupMembers = contract({
  access: 'groups.use',
  params: groupParams,
  query: groupMembersQuery,
  answer: z.array(groupMember),
})

export const addMembers = contract({
  access: 'groups.use',
  params: groupParams,
  body: membersBody,
  answer: 'nothing',
})

export const removeMembers = contract({
  access: 'groups.use',
  params: groupParams,
  body: membersBody,
  answer: 'nothing',
})

export const changeMemberRole = contract({
  access: 'groups.use',
  params: memberParams,
  body: memberRoleBody,
  answer: 'nothing',
})

export const placeGroup = contract({
  access: 'groups.use',
  params: groupParams,
  body: placeBody,
  answer: 'nothing',
})

export const pinMessage = contract({
  access: 'groups.use',
  params: groupParams,
  body: pinBody,
  answer: 'nothing',
})

/** Blocks or unblocks a user: neither can send messages in the direct message while it is blocked. */
export const blockPerson = contract({
  access: 'groups.use',
  params: blockParams,
  body: blockBody,
  answer: 'nothing',
})

export const listReads = contract({
  access: 'groups.use',
  params: groupParams,
  answer: z.array(memberRead),
})

export const readGroup = contract({
  access: 'groups.use',
  params: groupParams,
  body: readGroupBody,
  answer: readGroupAnswer,
})

export const listMessages = contract({
  access: 'groups.use',
  params: messagesParams,
  query: messagesQuery,
  answer: z.array(messageForCaller),
})

export const listChanges = contract({
  access: 'groups.use',
  params: messagesParams,
  query: changesQuery,
  answer: z.array(messageForCaller),
})

export const changeMessage = contract({
  access: 'groups.use',
  params: messagesParams,
  body: changeBody,
  answer: messageForCaller,
})

export const searchMessages = contract({
  access: 'groups.use',
  query: messageSearchQuery,
  answer: messageSearchAnswer,
})

export const countUnreadMessages = contract({
  access: 'groups.use',
  answer: countAnswer,
})
