import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/reports.endpoints.ts'
import { makeReport } from './make-report.service.ts'
import { countReports, listReports } from './reports.service.ts'
import { dismissReport, hideReported } from './settle-report.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.makeReport, ({ context, body }) => makeReport(context, body))
  implement(endpoints.listReports, ({ context, query }) => listReports(context, query))
  implement(endpoints.countReports, async ({ context }) => ({ count: await countReports(context) }))
  implement(endpoints.hideReported, ({ context, params, body }) =>
    hideReported(context, params.id, body.reason),
  )
  implement(endpoints.dismissReport, ({ context, params }) => dismissReport(context, params.id))
}
