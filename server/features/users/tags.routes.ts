import { applyDecisionInOneTransaction } from '#server/features/users/decisions/apply-decision-in-one-transaction.ts'
import { addOrRemoveTagOfUsers, listTagsOfUsers } from '#server/features/users/tags/tag-users.service.ts'
import { createTag, listTags, removeTag, renameTag } from '#server/features/users/tags/tags.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/users/tags.endpoints.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listTags, ({ context }) => listTags(context))
  implement(endpoints.createTag, ({ context, body }) => createTag(context, body))
  implement(endpoints.renameTag, ({ context, params, body }) => renameTag(context, params.id, body))
  implement(endpoints.removeTag, ({ context, params }) => removeTag(context, params.id))
  implement(endpoints.listTagsOfUsers, ({ context, query }) => listTagsOfUsers(context, query.ids))
  implement(endpoints.tagUsers, ({ context, body: { ids, tagId } }) =>
    applyDecisionInOneTransaction(
      ids,
      together => addOrRemoveTagOfUsers(context, 'add', together, tagId),
      id => addOrRemoveTagOfUsers(context, 'add', [id], tagId),
    ),
  )
  implement(endpoints.untagUsers, ({ context, body: { ids, tagId } }) =>
    applyDecisionInOneTransaction(
      ids,
      together => addOrRemoveTagOfUsers(context, 'remove', together, tagId),
      id => addOrRemoveTagOfUsers(context, 'remove', [id], tagId),
    ),
  )
}
