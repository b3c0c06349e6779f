import { useQuery } from '@tanstack/react-query'
import { listAudit } from '#shared/contracts/audit/audit.endpoints.ts'
import { getStartOfLocalDay } from '#web/lib/format/format.ts'
import { buildPageQuery } from '#web/lib/query/paged-queries.ts'
import type { AuditFilter } from './audit.search.ts'

export const auditPageSize = 20

export function useAuditEvents({ page, kind, person, search, signIns, from, to }: AuditFilter) {
  const query = {
    page,
    pageSize: auditPageSize,
    kind,
    person,
    search,
    // Sign-ins are most of the log and rarely of interest. A chosen kind of event is always shown.
    signIns: signIns ?? (kind ? undefined : ('hidden' as const)),
    from: getStartOfLocalDay(from),
    to: getStartOfLocalDay(to, 1),
  }
  // Not passed as initialData: with staleTime 0 a response that was just preloaded would be fetched a second time.
  return useQuery({ ...buildPageQuery(listAudit, { query }), staleTime: 0, initialData: undefined })
}
