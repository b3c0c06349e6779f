import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { tag, tagBody, tagParams, tagsOfUsers, tagsOfUsersQuery, tagUsersBody } from './tags.schemas.ts'
import { bulkDecisionOutcome } from './users.schemas.ts'

/** Lists the member tags that the caller's club, country or headquarters has defined. */
export const listTags = defineContract({ access: 'users.tag', answer: z.array(tag) })

export const createTag = defineContract({ access: 'users.tag', body: tagBody, answer: tag })

export const renameTag = defineContract({
  access: 'users.tag',
  params: tagParams,
  body: tagBody,
  answer: 'nothing',
})

/** Deletes a member tag and removes it from all members who have it. */
export const removeTag = defineContract({ access: 'users.tag', params: tagParams, answer: 'nothing' })

/** Lists the tags of up to 200 users. Users and tags that the caller may not see are omitted. */
export const listTagsOfUsers = defineContract({
  access: 'users.tag',
  query: tagsOfUsersQuery,
  answer: tagsOfUsers,
})

export const tagUsers = defineContract({
  access: 'users.tag',
  body: tagUsersBody,
  answer: z.array(bulkDecisionOutcome),
})

export const untagUsers = defineContract({
  access: 'users.tag',
  body: tagUsersBody,
  answer: z.array(bulkDecisionOutcome),
})
