import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/attendance/attendance.endpoints.ts'
import { listAttendance, readCertificate } from './attendance.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.listAttendance, ({ context }) => listAttendance(context))
  implement(endpoints.readCertificate, ({ context, params }) => readCertificate(context, params.id))
}
