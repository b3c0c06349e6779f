import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { listAudit } from '#shared/contracts/audit/audit.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  type ParameterReader,
  type ParameterReadersOf,
  readDate,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

/** Checks only the pattern of an audit event kind in the URL, because the long list of kinds is loaded later. */
const kind: ParameterReader<AuditKind> = value => {
  const text = readText(value) ?? ''
  return /^[a-z]+\.[a-z_]+$/.test(text) ? (text as AuditKind) : undefined
}

/** Reads the filter of the audit log from the URL. `from` and `to` are calendar days in the viewer's time zone. */
export const readAuditSearch = createUrlQueryParser({
  page: readPositiveInteger,
  kind,
  person: readPositiveInteger,
  search: readText,
  signIns: createAllowedValueParser(['shown']),
  from: readDate,
  to: readDate,
} satisfies ParameterReadersOf<QueryOf<typeof listAudit>>)

export type AuditFilter = ReturnType<typeof readAuditSearch>
