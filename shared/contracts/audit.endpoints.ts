import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './audit.contracts.ts'

export const listAudit = endpoint<typeof contracts.listAudit>('GET', '/api/audit')
