import { useQuery } from '@tanstack/react-query'
import { listAudit } from '#shared/contracts/audit/audit.endpoints.ts'
import { getStartOfLocalDay } from '#web/lib/format/format.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import type { AuditFilter } from './audit.search.ts'

export const auditPageSize = 20

export function useAuditEvents({ page, kind, person, search, signIns, from, to }: AuditFilter) {
  const query = {
    page,
    pageSize: auditPageSize,
    kind,
    person,
    search,
    // Sign-ins make up most of the audit log, so they are hidden unless the user filters by a kind of event.
    signIns: signIns ?? (kind ? undefined : ('hidden' as const)),
    from: getStartOfLocalDay(from),
    to: getStartOfLocalDay(to, 1),
  }
  // The preloaded audit events are not passed as initialData, because staleTime 0 would fetch them a second time.
  return useQuery({
    ...buildQueryOptionsForListPage(listAudit, { query }),
    staleTime: 0,
    initialData: undefined,
  })
}
