import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/dashboard.endpoints.ts'
import { readDashboard } from './dashboard.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.readDashboard, ({ context }) => readDashboard(context))
}
