import { sendExport } from '#server/exports/export-table.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/analytics/analytics.endpoints.ts'
import { analyticsExportText } from '#texts/exports.ts'
import { analyseActivities } from './analyse-activities.service.ts'
import { analyseAttendance } from './analyse-attendance.service.ts'
import { analyseCommunication } from './analyse-communication.service.ts'
import { analyseFees } from './analyse-fees.service.ts'
import { analyseMembers } from './analyse-members.service.ts'
import { exportAnalytics } from './export-analytics.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.analyseMembers, ({ context, query }) => analyseMembers(context, query))
  implement(endpoints.analyseActivities, ({ context, query }) => analyseActivities(context, query))
  implement(endpoints.analyseAttendance, ({ context, query }) => analyseAttendance(context, query))
  implement(endpoints.analyseFees, ({ context, query }) => analyseFees(context, query))
  implement(endpoints.analyseCommunication, ({ context, query }) => analyseCommunication(context, query))
  implement(endpoints.exportAnalytics, async ({ context, query, reply }) =>
    sendExport(
      reply,
      analyticsExportText.files[query.part],
      query.format,
      await exportAnalytics(context, query),
    ),
  )
}
