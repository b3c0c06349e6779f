import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/segments/segments.endpoints.ts'
import { countSegmentMembers, readSegmentBreakdown } from './count-segment-members.service.ts'
import { createSegment, deleteSegment, listSegments, updateSegment } from './segments.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listSegments, ({ context }) => listSegments(context))
  implement(endpoints.createSegment, ({ context, body }) => createSegment(context, body))
  implement(endpoints.countSegment, ({ context, body }) => countSegmentMembers(context, body))
  implement(endpoints.updateSegment, ({ context, params, body }) => updateSegment(context, params.id, body))
  implement(endpoints.deleteSegment, ({ context, params }) => deleteSegment(context, params.id))
  implement(endpoints.readSegmentBreakdown, ({ context, params, query }) =>
    readSegmentBreakdown(context, params.id, query.by),
  )
}
