import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './outbox.contracts.ts'

export const listOutbox = defineEndpoint<typeof contracts.listOutbox>('GET', '/api/outbox')
export const recordBounce = defineEndpoint<typeof contracts.recordBounce>('POST', '/api/outbox/bounces')
