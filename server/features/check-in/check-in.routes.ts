import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/check-in/check-in.endpoints.ts'
import {
  applyAttendanceMarksOfCheckInDevice,
  loadCheckInDetailsAndParticipants,
  markAllParticipantsPresent,
} from './check-in.service.ts'
import { checkInCurrentUser, readVenueCheckInCode } from './self-check-in.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readCheckIn, ({ context, params }) =>
    loadCheckInDetailsAndParticipants(context, params.id),
  )
  implement(endpoints.sendAttendanceMarks, ({ context, params, body }) =>
    applyAttendanceMarksOfCheckInDevice(context, params.id, body.sentAt, body.marks),
  )
  implement(endpoints.markAllPresent, async ({ context, params, body }) => ({
    count: await markAllParticipantsPresent(context, params.id, body.id, body.isPresent),
  }))
  implement(endpoints.readVenueCode, ({ context, params }) => readVenueCheckInCode(context, params.id))
  implement(endpoints.checkInSelf, ({ context, params, body }) =>
    checkInCurrentUser(context, params.id, body),
  )
}
