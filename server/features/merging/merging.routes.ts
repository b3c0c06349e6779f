import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/merging/merging.endpoints.ts'
import { confirmMergeRequest, declineMergeRequest, readOwnMergeRequest } from './confirm-merge.service.ts'
import { dismissLikelyDuplicatePair, listLikelyDuplicatePairs } from './likely-pairs.service.ts'
import { mergeUsersOrRequestConsent, withdrawMergeRequest } from './merge-users.service.ts'
import { previewMerge } from './preview-merge.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listPairs, ({ context, query }) => listLikelyDuplicatePairs(context, query))
  implement(endpoints.dismissPair, ({ context, params }) => dismissLikelyDuplicatePair(context, params.id))
  implement(endpoints.previewMerge, ({ context, params: { id, otherId } }) =>
    previewMerge(context, id, otherId),
  )
  implement(endpoints.mergeUsersOrRequestConsent, ({ context, params: { id, otherId }, body }) =>
    mergeUsersOrRequestConsent(context, id, otherId, body),
  )
  implement(endpoints.withdrawMerge, ({ context, params }) => withdrawMergeRequest(context, params.id))
  implement(endpoints.readOwnMerge, ({ context }) => readOwnMergeRequest(context))
  implement(endpoints.confirmMerge, ({ context, params }) => confirmMergeRequest(context, params.id))
  implement(endpoints.declineMerge, ({ context, params }) => declineMergeRequest(context, params.id))
}
