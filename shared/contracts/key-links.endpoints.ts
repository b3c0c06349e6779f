import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './key-links.contracts.ts'

export const openLink = endpoint<typeof contracts.openLink>('POST', '/api/keys/me/links')
export const readLink = endpoint<typeof contracts.readLink>('GET', '/api/keys/me/links/:id')
export const answerLink = endpoint<typeof contracts.answerLink>('PUT', '/api/keys/me/links/:id')
export const closeLink = endpoint<typeof contracts.closeLink>('DELETE', '/api/keys/me/links/:id')
