import { sendFile } from '#server/http/attachment.ts'
import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/reports.endpoints.ts'
import { makeReport } from './make-report.service.ts'
import { countReports, listReports, openReportedFile } from './reports.service.ts'
import { dismissReport, hideReported } from './settle-report.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.makeReport, ({ context, body }) => makeReport(context, body))
  implement(endpoints.listReports, ({ context, query }) => listReports(context, query))
  implement(endpoints.countReports, async ({ context }) => ({ count: await countReports(context) }))
  implement(endpoints.openReportedFile, async ({ context, params, reply }) => {
    const { name, size, contentType, content } = await openReportedFile(context, params.id)
    return sendFile(reply, { name, size, contentType, content })
  })
  implement(endpoints.hideReported, ({ context, params, body }) =>
    hideReported(context, params.id, body.reason),
  )
  implement(endpoints.dismissReport, ({ context, params }) => dismissReport(context, params.id))
}
