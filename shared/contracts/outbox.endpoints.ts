import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './outbox.contracts.ts'

export const listOutbox = endpoint<typeof contracts.listOutbox>('GET', '/api/outbox')
export const noteBounce = endpoint<typeof contracts.noteBounce>('POST', '/api/outbox/bounces')
