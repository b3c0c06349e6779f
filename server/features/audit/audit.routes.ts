import type { Routes } from '#server/http/implement.ts'
import { setTotal } from '#server/http/json-stream.ts'
import * as endpoints from '#shared/contracts/audit.endpoints.ts'
import { listAudit } from './audit.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listAudit, async ({ context, query, reply }) => {
    const found = await listAudit(context, query)
    setTotal(reply, found)
    return found.events
  })
}
