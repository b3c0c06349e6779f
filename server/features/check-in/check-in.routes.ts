import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/check-in/check-in.endpoints.ts'
import { applyAttendanceMarks, markAllPresent, readCheckIn } from './check-in.service.ts'
import { checkInSelf, readVenueCode } from './self-check-in.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.readCheckIn, ({ context, params }) => readCheckIn(context, params.id))
  implement(endpoints.sendAttendanceMarks, ({ context, params, body }) =>
    applyAttendanceMarks(context, params.id, body.sentAt, body.marks),
  )
  implement(endpoints.markAllPresent, async ({ context, params, body }) => ({
    count: await markAllPresent(context, params.id, body.id, body.isPresent),
  }))
  implement(endpoints.readVenueCode, ({ context, params }) => readVenueCode(context, params.id))
  implement(endpoints.checkInSelf, ({ context, params, body }) => checkInSelf(context, params.id, body))
}
