import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { auditEvent, auditQuery } from './audit.schemas.ts'

export const listAudit = defineContract({
  access: 'audit.read',
  mayLag: true,
  query: auditQuery,
  answer: z.array(auditEvent),
})
