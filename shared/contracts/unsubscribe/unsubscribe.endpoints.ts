import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './unsubscribe.contracts.ts'

export const unsubscribe = defineEndpoint<typeof contracts.unsubscribe>('POST', '/api/unsubscribe/:token')
