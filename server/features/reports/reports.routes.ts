import { sendAttachment } from '#server/http/attachment.ts'
import type { FeatureRoutes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/reports.endpoints.ts'
import { createReport } from './make-report.service.ts'
import { countReports, listReports, openReportedFile } from './reports.service.ts'
import { dismissReport, hideReportedMessage } from './settle-report.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.reportMessage, ({ context, body }) => createReport(context, body))
  implement(endpoints.listReports, ({ context, query }) => listReports(context, query))
  implement(endpoints.countReports, async ({ context }) => ({ count: await countReports(context) }))
  implement(endpoints.openReportedFile, async ({ context, params, reply }) => {
    const { name, size, contentType, content } = await openReportedFile(context, params.id)
    return sendAttachment(reply, { name, size, contentType, content })
  })
  implement(endpoints.hideReportedMessage, ({ context, params, body }) =>
    hideReportedMessage(context, params.id, body.reason),
  )
  implement(endpoints.dismissReport, ({ context, params }) => dismissReport(context, params.id))
}
