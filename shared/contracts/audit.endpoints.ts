import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { auditEvent, auditQuery } from './audit.ts'

export const listAudit = endpoint('GET', '/api/audit', {
  access: 'audit.read',
  mayLag: true,
  query: auditQuery,
  answer: z.array(auditEvent),
})
