import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './key-links.contracts.ts'

export const openKeyLink = defineEndpoint<typeof contracts.openKeyLink>('POST', '/api/keys/me/links')
export const readKeyLink = defineEndpoint<typeof contracts.readKeyLink>('GET', '/api/keys/me/links/:id')
export const replyToKeyLink = defineEndpoint<typeof contracts.replyToKeyLink>(
  'PUT',
  '/api/keys/me/links/:id/reply',
)
export const revealKeyLink = defineEndpoint<typeof contracts.revealKeyLink>(
  'PUT',
  '/api/keys/me/links/:id/reveal',
)
export const answerKeyLink = defineEndpoint<typeof contracts.answerKeyLink>('PUT', '/api/keys/me/links/:id')
export const closeKeyLink = defineEndpoint<typeof contracts.closeKeyLink>('DELETE', '/api/keys/me/links/:id')
