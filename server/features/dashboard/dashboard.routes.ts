import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/dashboard/dashboard.endpoints.ts'
import { readDashboard } from './dashboard.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readDashboard, ({ context }) => readDashboard(context))
}
