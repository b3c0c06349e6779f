import { useQuery } from '@tanstack/react-query'
import type { AuditEvent, AuditKind } from '#shared/contracts/audit.ts'
import { type Page, requestPage } from '#web/lib/api.ts'
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

/** The first moment of a day in the viewer's zone; one day on for the end, which is not included. */
function momentOf(day: string | undefined, daysOn = 0): string | undefined {
  if (!day) return undefined
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysOn)
  return date.toISOString()
}

export function useAudit({ page, kind, person, from, to }: AuditFilter) {
  const query = { page, pageSize: auditPageSize, kind, person, from: momentOf(from), to: momentOf(to, 1) }
  const url = withQuery('/api/audit', query)
  return useQuery<Page<AuditEvent>>({
    queryKey: [url],
    queryFn: () => requestPage<AuditEvent>(url),
    placeholderData: previous => previous,
    // A trail that others write to all the time is read anew at every visit.
    staleTime: 0,
  })
}
