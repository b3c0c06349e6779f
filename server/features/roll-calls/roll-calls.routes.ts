import { sendExport } from '#server/exports/export-table.ts'
import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/roll-calls.endpoints.ts'
import { exportRollCall } from './export-roll-call.service.ts'
import {
  answerRollCall,
  askRollCall,
  closeRollCall,
  listAsked,
  listRollCalls,
  readRollCall,
  remindSilent,
  showPhone,
} from './roll-calls.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listRollCalls, ({ context }) => listRollCalls(context))
  implement(endpoints.askRollCall, async ({ context, body }) => ({ id: await askRollCall(context, body) }))
  implement(endpoints.readRollCall, ({ context, params }) => readRollCall(context, params.id))
  implement(endpoints.answerRollCall, ({ context, params, body }) => answerRollCall(context, params.id, body))
  implement(endpoints.listAsked, ({ context, params, query }) => listAsked(context, params.id, query))
  implement(endpoints.showPhone, ({ context, params }) => showPhone(context, params.id, params.userId))
  implement(endpoints.exportRollCall, async ({ context, params, query, reply }) =>
    sendExport(
      reply,
      'semakan-keselamatan',
      query.format,
      await exportRollCall(context, params.id, query.format),
    ),
  )
  implement(endpoints.remindSilent, ({ context, params }) => remindSilent(context, params.id))
  implement(endpoints.closeRollCall, ({ context, params }) => closeRollCall(context, params.id))
}
