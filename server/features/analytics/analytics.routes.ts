import { sendExportAsDownload } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/analytics/analytics.endpoints.ts'
import { analyticsExportText } from '#texts/exports.ts'
import { computeActivityAnalytics } from './compute-activity-analytics.service.ts'
import { computeAttendanceAnalytics } from './compute-attendance-analytics.service.ts'
import { computeCommunicationAnalytics } from './compute-communication-analytics.service.ts'
import { computeFeeAnalytics } from './compute-fee-analytics.service.ts'
import { computeMemberAnalytics } from './compute-member-analytics.service.ts'
import { exportAnalytics } from './export-analytics.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.computeMemberAnalytics, ({ context, query }) => computeMemberAnalytics(context, query))
  implement(endpoints.computeActivityAnalytics, ({ context, query }) =>
    computeActivityAnalytics(context, query),
  )
  implement(endpoints.computeAttendanceAnalytics, ({ context, query }) =>
    computeAttendanceAnalytics(context, query),
  )
  implement(endpoints.computeFeeAnalytics, ({ context, query }) => computeFeeAnalytics(context, query))
  implement(endpoints.computeCommunicationAnalytics, ({ context, query }) =>
    computeCommunicationAnalytics(context, query),
  )
  implement(endpoints.exportAnalytics, async ({ context, query, reply }) =>
    sendExportAsDownload(
      reply,
      analyticsExportText.files[query.part],
      query.format,
      await exportAnalytics(context, query),
    ),
  )
}
