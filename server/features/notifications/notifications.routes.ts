import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/notifications/notifications.endpoints.ts'
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from './notifications.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listNotifications, ({ context, query }) => listNotifications(context, query))
  implement(endpoints.countUnreadNotifications, async ({ context }) => ({
    count: await countUnreadNotifications(context),
  }))
  implement(endpoints.markNotificationsRead, async ({ context, body }) => ({
    count: await markNotificationsRead(context, body),
  }))
}
