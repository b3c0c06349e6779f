import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './audit.contracts.ts'

export const listAudit = defineEndpoint<typeof contracts.listAudit>('GET', '/api/audit')
