import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/check-in.endpoints.ts'
import { markAll, readCheckIn, sendMarks } from './check-in.service.ts'
import { checkInSelf, readDoorCode } from './self-check-in.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.readCheckIn, ({ context, params }) => readCheckIn(context, params.id))
  implement(endpoints.sendMarks, ({ context, params, body }) =>
    sendMarks(context, params.id, body.sentAt, body.marks),
  )
  implement(endpoints.markAll, async ({ context, params, body }) => ({
    count: await markAll(context, params.id, body.id, body.isPresent),
  }))
  implement(endpoints.readDoorCode, ({ context, params }) => readDoorCode(context, params.id))
  implement(endpoints.checkInSelf, ({ context, params, body }) => checkInSelf(context, params.id, body))
}
