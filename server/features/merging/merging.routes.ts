import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/merging/merging.endpoints.ts'
import { confirmMerge, declineMerge, readOwnMerge } from './confirm-merge.service.ts'
import { dismissPair, listPairs } from './likely-pairs.service.ts'
import { mergeUsers, withdrawMerge } from './merge-users.service.ts'
import { previewMerge } from './preview-merge.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.listPairs, ({ context, query }) => listPairs(context, query))
  implement(endpoints.dismissPair, ({ context, params }) => dismissPair(context, params.id))
  implement(endpoints.previewMerge, ({ context, params: { id, otherId } }) =>
    previewMerge(context, id, otherId),
  )
  implement(endpoints.mergeUsers, ({ context, params: { id, otherId }, body }) =>
    mergeUsers(context, id, otherId, body),
  )
  implement(endpoints.withdrawMerge, ({ context, params }) => withdrawMerge(context, params.id))
  implement(endpoints.readOwnMerge, ({ context }) => readOwnMerge(context))
  implement(endpoints.confirmMerge, ({ context, params }) => confirmMerge(context, params.id))
  implement(endpoints.declineMerge, ({ context, params }) => declineMerge(context, params.id))
}
