import { sendExportAsDownload } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/roll-calls/roll-calls.endpoints.ts'
import { exportText } from '#texts/exports.ts'
import { exportRollCall } from './export-roll-call.service.ts'
import { listRollCallPeople, revealRollCallPhoneNumber } from './roll-call-people.service.ts'
import {
  answerRollCall,
  closeRollCall,
  listRollCalls,
  readRollCall,
  remindPeopleWithoutRollCallAnswer,
  startRollCall,
} from './roll-calls.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listRollCalls, ({ context }) => listRollCalls(context))
  implement(endpoints.startRollCall, async ({ context, body }) => ({
    id: await startRollCall(context, body),
  }))
  implement(endpoints.readRollCall, ({ context, params }) => readRollCall(context, params.id))
  implement(endpoints.answerRollCall, ({ context, params, body }) => answerRollCall(context, params.id, body))
  implement(endpoints.listAskedPeople, ({ context, params, query }) =>
    listRollCallPeople(context, params.id, query),
  )
  implement(endpoints.revealPhoneNumber, ({ context, params }) =>
    revealRollCallPhoneNumber(context, params.id, params.userId),
  )
  implement(endpoints.exportRollCall, async ({ context, params, query, reply }) =>
    sendExportAsDownload(
      reply,
      exportText.rollCall.file,
      query.format,
      await exportRollCall(context, params.id, query.format),
    ),
  )
  implement(endpoints.remindUnansweredPeople, ({ context, params }) =>
    remindPeopleWithoutRollCallAnswer(context, params.id),
  )
  implement(endpoints.closeRollCall, ({ context, params }) => closeRollCall(context, params.id))
}
