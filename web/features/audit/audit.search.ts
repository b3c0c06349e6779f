import { auditKinds } from '#shared/audit-kinds.ts'
import type { listAudit } from '#shared/contracts/audit.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { choice, day, type FieldsOf, number, searchReader } from '#web/lib/search.ts'

/** Days as the viewer means them. */
export const readAuditSearch = searchReader({
  page: number,
  kind: choice(auditKinds),
  person: number,
  from: day,
  to: day,
} satisfies FieldsOf<QueryOf<typeof listAudit>>)

export type AuditFilter = ReturnType<typeof readAuditSearch>
