import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { sendFileAsDownload } from '#server/http/files/attachment.ts'
import * as endpoints from '#shared/contracts/reports/reports.endpoints.ts'
import { dismissReport, hideReportedMessage } from './decide-report.service.ts'
import { reportChatMessage } from './report-chat-message.service.ts'
import { countOpenReports, listReports, openReportedFile } from './reports.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.reportMessage, ({ context, body }) => reportChatMessage(context, body))
  implement(endpoints.listReports, ({ context, query }) => listReports(context, query))
  implement(endpoints.countReports, async ({ context }) => ({ count: await countOpenReports(context) }))
  implement(endpoints.openReportedFile, async ({ context, params, reply }) => {
    const { name, size, contentType, content } = await openReportedFile(context, params.id)
    return sendFileAsDownload(reply, { name, size, contentType, content })
  })
  implement(endpoints.hideReportedMessage, ({ context, params, body }) =>
    hideReportedMessage(context, params.id, body.reason),
  )
  implement(endpoints.dismissReport, ({ context, params }) => dismissReport(context, params.id))
}
