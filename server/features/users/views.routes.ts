import type { FeatureRoutes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/views.endpoints.ts'
import { listViews, removeView, saveView } from './views.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.listViews, ({ context, query }) => listViews(context, query.list))
  implement(endpoints.saveView, ({ context, body }) => saveView(context, body))
  implement(endpoints.removeView, ({ context, params }) => removeView(context, params.id))
}
