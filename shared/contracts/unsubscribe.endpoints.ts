import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './unsubscribe.contracts.ts'

export const unsubscribe = endpoint<typeof contracts.unsubscribe>('POST', '/api/unsubscribe/:token')
