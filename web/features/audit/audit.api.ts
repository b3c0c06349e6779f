import { useQuery } from '@tanstack/react-query'
import { listAudit } from '#shared/contracts/audit.endpoints.ts'
import { momentOfDay } from '#web/lib/format.ts'
import { pageQuery } from '#web/lib/pages.ts'
import type { AuditFilter } from './audit.search.ts'

export const auditPageSize = 20

export function useAudit({ page, kind, person, search, from, to }: AuditFilter) {
  const query = {
    page,
    pageSize: auditPageSize,
    kind,
    person,
    search,
    from: momentOfDay(from),
    to: momentOfDay(to, 1),
  }
  // The audit log grows constantly, so every visit refetches it; initialData is unset to avoid a second request.
  return useQuery({ ...pageQuery(listAudit, { query }), staleTime: 0, initialData: undefined })
}
