import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders, streamRowsAsJson } from '#server/http/endpoints/json-stream.ts'
import * as contracts from '#shared/contracts/activities/activities.contracts.ts'
import * as endpoints from '#shared/contracts/activities/activities.endpoints.ts'
import { countActivities } from './activities.queries.ts'
import {
  countActivitiesByScope,
  listActivities,
  listRecentActivities,
  readActivityCountSummary,
  streamActivities,
} from './activities.service.ts'
import { changeActivityStatus } from './change-status.service.ts'
import { setActivityHelpers } from './helpers.service.ts'
import { changeParticipantVisibility } from './participants/change-participant-visibility.service.ts'
import { publishActivity } from './publish-activity.service.ts'
import { readActivity } from './read-activity.service.ts'
import { createActivity, updateActivity } from './save-activity.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listActivities, async ({ context, query, reply }) => {
    const { page } = query
    if (page === undefined) {
      setTotalCountHeaders(reply, await countActivities(context.db, context.actor, query))
      return streamRowsAsJson(reply, contracts.listActivities.answer, streamActivities(context, query))
    }
    const found = await listActivities(context, { ...query, page })
    setTotalCountHeaders(reply, found)
    return found.rows
  })
  implement(endpoints.readActivityCountSummary, ({ context, query }) =>
    readActivityCountSummary(context, query),
  )
  implement(endpoints.countActivitiesByScope, ({ context }) => countActivitiesByScope(context))
  implement(endpoints.listRecentActivities, ({ context }) => listRecentActivities(context))
  implement(endpoints.readActivity, ({ context, params }) => readActivity(context, params.id))
  implement(endpoints.setActivityHelpers, ({ context, params, body }) =>
    setActivityHelpers(context, params.id, body.userIds),
  )
  implement(endpoints.publishActivity, ({ context, params, body }) =>
    publishActivity(context, params.id, body.isPublic),
  )
  implement(endpoints.changeParticipantVisibility, ({ context, params, body }) =>
    changeParticipantVisibility(context, params.id, body.isHidden),
  )
  implement(endpoints.createActivity, async ({ context, body }) => ({
    id: await createActivity(context, body),
  }))
  implement(endpoints.updateActivity, ({ context, params, body }) => updateActivity(context, params.id, body))
  implement(endpoints.changeActivityStatus, ({ context, params, body }) =>
    changeActivityStatus(context, params.id, body.status, body.scope),
  )
}
