import type { AuditKind } from '#shared/audit-kinds.ts'
import type { listAudit } from '#shared/contracts/audit.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { day, type Field, type FieldsOf, number, searchReader, word } from '#web/lib/search.ts'

/** Reads an event kind by its pattern only, because the long list of kinds is loaded with the screen. */
const kind: Field<AuditKind> = value => {
  const text = word(value) ?? ''
  return /^[a-z]+\.[a-z_]+$/.test(text) ? (text as AuditKind) : undefined
}

/** Reads the audit filter. `from` and `to` are calendar days in the viewer's time zone. */
export const readAuditSearch = searchReader({
  page: number,
  kind,
  person: number,
  search: word,
  from: day,
  to: day,
} satisfies FieldsOf<QueryOf<typeof listAudit>>)

export type AuditFilter = ReturnType<typeof readAuditSearch>
