import { useQuery } from '@tanstack/react-query'
import { listAudit } from '#shared/contracts/audit/audit.endpoints.ts'
import { getStartOfLocalDay } from '#web/lib/format/format.ts'
import { buildPageQuery } from '#web/lib/query/paged-queries.ts'
import type { AuditFilter } from './audit.search.ts'

export const auditPageSize = 20

export function useAuditEvents({ page, kind, person, search, from, to }: AuditFilter) {
  const query = {
    page,
    pageSize: auditPageSize,
    kind,
    person,
    search,
    from: getStartOfLocalDay(from),
    to: getStartOfLocalDay(to, 1),
  }
  // Every visit refetches the audit log, which grows constantly. Unsetting initialData avoids a second request.
  return useQuery({ ...buildPageQuery(listAudit, { query }), staleTime: 0, initialData: undefined })
}
