import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './tags.contracts.ts'

export const listTags = defineEndpoint<typeof contracts.listTags>('GET', '/api/tags')
export const createTag = defineEndpoint<typeof contracts.createTag>('POST', '/api/tags')
export const renameTag = defineEndpoint<typeof contracts.renameTag>('PUT', '/api/tags/:id')
export const removeTag = defineEndpoint<typeof contracts.removeTag>('DELETE', '/api/tags/:id')
export const listTagsOfUsers = defineEndpoint<typeof contracts.listTagsOfUsers>('GET', '/api/tags/users')
export const tagUsers = defineEndpoint<typeof contracts.tagUsers>('POST', '/api/tags/users/add')
export const untagUsers = defineEndpoint<typeof contracts.untagUsers>('POST', '/api/tags/users/remove')
