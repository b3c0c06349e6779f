import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { tag, tagBody, tagParams, tagsOfUsers, tagsOfUsersQuery, tagUsersBody } from './tags.schemas.ts'
import { bulkDecisionOutcome } from './users.schemas.ts'

/** Lists the tags of the caller's own scope: headquarters, country or club. */
export const listTags = defineContract({ access: 'users.tag', answer: z.array(tag) })

export const createTag = defineContract({ access: 'users.tag', body: tagBody, answer: tag })

export const renameTag = defineContract({
  access: 'users.tag',
  params: tagParams,
  body: tagBody,
  answer: 'nothing',
})

/** Removes a tag, also from all members who have it. */
export const removeTag = defineContract({ access: 'users.tag', params: tagParams, answer: 'nothing' })

/** Lists the tags of up to 200 users, as far as the caller may see users and tags. */
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
