import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/audit/audit.endpoints.ts'
import { listAuditEvents } from './audit.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listAudit, async ({ context, query, reply }) => {
    const found = await listAuditEvents(context, query)
    setTotalCountHeaders(reply, found)
    return found.events
  })
}
