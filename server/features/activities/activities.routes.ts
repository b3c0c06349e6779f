import type { Routes } from '#server/http/implement.ts'
import { setTotal, streamRows } from '#server/http/json-stream.ts'
import * as contracts from '#shared/contracts/activities.contracts.ts'
import * as endpoints from '#shared/contracts/activities.endpoints.ts'
import { countActivities } from './activities.queries.ts'
import {
  countScopes,
  listActivities,
  listRecentActivities,
  summariseActivities,
  walkActivities,
} from './activities.service.ts'
import { changeStatus } from './change-status.service.ts'
import { setHelpers } from './helpers.service.ts'
import { publishActivity } from './publish-activity.service.ts'
import { changeVisibility, readActivity } from './read-activity.service.ts'
import { createActivity, updateActivity } from './save-activity.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listActivities, async ({ context, query, reply }) => {
    const { page } = query
    if (page === undefined) {
      setTotal(reply, await countActivities(context.db, context.actor, query))
      return streamRows(reply, contracts.listActivities.answer, walkActivities(context, query))
    }
    const found = await listActivities(context, { ...query, page })
    setTotal(reply, found)
    return found.rows
  })
  implement(endpoints.summariseActivities, ({ context, query }) => summariseActivities(context, query))
  implement(endpoints.countScopes, ({ context }) => countScopes(context))
  implement(endpoints.listRecentActivities, ({ context }) => listRecentActivities(context))
  implement(endpoints.readActivity, ({ context, params }) => readActivity(context, params.id))
  implement(endpoints.setHelpers, ({ context, params, body }) => setHelpers(context, params.id, body.userIds))
  implement(endpoints.publishActivity, ({ context, params, body }) =>
    publishActivity(context, params.id, body.isPublic),
  )
  implement(endpoints.changeVisibility, ({ context, params, body }) =>
    changeVisibility(context, params.id, body.isHidden),
  )
  implement(endpoints.createActivity, async ({ context, body }) => ({
    id: await createActivity(context, body),
  }))
  implement(endpoints.updateActivity, ({ context, params, body }) => updateActivity(context, params.id, body))
  implement(endpoints.changeStatus, ({ context, params, body }) =>
    changeStatus(context, params.id, body.status, body.scope),
  )
}
