import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/chat.endpoints.ts'
import { countUnreadMessages, listMessages, readGroup } from './chat.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.countUnreadMessages, async ({ context }) => ({
    count: await countUnreadMessages(context),
  }))
  implement(endpoints.listMessages, ({ context, params, query }) =>
    listMessages(context, params.groupId, query),
  )
  implement(endpoints.readGroup, ({ context, params, body }) => readGroup(context, params.id, body.seq))
}
