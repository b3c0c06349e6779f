import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/notifications.endpoints.ts'
import { countUnread, listNotifications, markRead } from './notifications.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listNotifications, ({ context, query }) => listNotifications(context, query))
  implement(endpoints.countUnread, async ({ context }) => ({ count: await countUnread(context) }))
  implement(endpoints.markRead, async ({ context, body }) => ({ count: await markRead(context, body) }))
}
