import { useQuery } from '@tanstack/react-query'
import type { AuditEvent, AuditKind } from '#shared/contracts/audit.ts'
import { type Page, requestPage } from '#web/lib/api.ts'
import { momentOfDay } from '#web/lib/format.ts'
import { withQuery } from '#web/lib/paging.ts'

export const auditPageSize = 20

/** What the address of the screen holds: days as the viewer means them. */
export interface AuditFilter {
  page?: number
  kind?: AuditKind
  person?: number
  from?: string
  to?: string
}

export function useAudit({ page, kind, person, from, to }: AuditFilter) {
  const query = {
    page,
    pageSize: auditPageSize,
    kind,
    person,
    from: momentOfDay(from),
    to: momentOfDay(to, 1),
  }
  const url = withQuery('/api/audit', query)
  return useQuery<Page<AuditEvent>>({
    queryKey: [url],
    queryFn: () => requestPage<AuditEvent>(url),
    placeholderData: previous => previous,
    // A trail that others write to all the time is read anew at every visit.
    staleTime: 0,
  })
}
