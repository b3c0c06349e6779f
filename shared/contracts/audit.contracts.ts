import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { auditEvent, auditQuery } from './audit.ts'

export const listAudit = contract({
  access: 'audit.read',
  mayLag: true,
  query: auditQuery,
  answer: z.array(auditEvent),
})
