import {
  deleteSavedView,
  listSavedViews,
  saveMemberListView,
} from '#server/features/users/views/views.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/users/views.endpoints.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listViews, ({ context, query }) => listSavedViews(context, query.list))
  implement(endpoints.saveView, ({ context, body }) => saveMemberListView(context, body))
  implement(endpoints.removeView, ({ context, params }) => deleteSavedView(context, params.id))
}
