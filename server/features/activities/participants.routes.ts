import { sendExportAsDownload } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import {
  joinActivity,
  leaveActivity,
} from '#server/features/activities/participants/join-activity.service.ts'
import {
  exportParticipants,
  listParticipants,
  markAttendance,
} from '#server/features/activities/participants/participants.service.ts'
import { answerActivityQuestions } from '#server/features/activities/participants/questions.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/activities/activities.endpoints.ts'
import { exportText } from '#texts/exports.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.joinActivity, ({ context, params, body }) =>
    joinActivity(context, params.id, body?.answers),
  )
  implement(endpoints.answerQuestions, ({ context, params, body }) =>
    answerActivityQuestions(context, params.id, body.answers),
  )
  implement(endpoints.leaveActivity, ({ context, params }) => leaveActivity(context, params.id))
  implement(endpoints.listParticipants, async ({ context, params, query, reply }) => {
    const found = await listParticipants(context, params.id, query)
    setTotalCountHeaders(reply, found)
    return found.rows
  })
  implement(endpoints.markAttendance, async ({ context, params, body }) => ({
    count: await markAttendance(context, params.id, body),
  }))
  implement(endpoints.exportParticipants, async ({ context, params, query: { format }, reply }) =>
    sendExportAsDownload(
      reply,
      exportText.participants.file,
      format,
      await exportParticipants(context, params.id, format),
    ),
  )
}
