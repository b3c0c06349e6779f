import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/attendance/attendance.endpoints.ts'
import { listOwnAttendance, readAttendanceCertificate } from './attendance.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listAttendance, ({ context }) => listOwnAttendance(context))
  implement(endpoints.readCertificate, ({ context, params }) => readAttendanceCertificate(context, params.id))
}
