import {
  addGroupMembers,
  changeGroupMemberRole,
  removeGroupMembers,
  updateGroup,
} from '#server/features/chat/groups/change-group.service.ts'
import { createGroup } from '#server/features/chat/groups/create-group.service.ts'
import { listGroupMembers } from '#server/features/chat/groups/group-members.service.ts'
import { getGroup, listGroups } from '#server/features/chat/groups/groups.service.ts'
import {
  pinMessage,
  updateOwnGroupPreferences,
} from '#server/features/chat/groups/member-preferences.service.ts'
import { setUserBlocked } from '#server/features/chat/moderation/blocks.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/chat/chat.endpoints.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listGroups, ({ context, query }) => listGroups(context, query))
  implement(endpoints.createGroup, async ({ context, body, reply }) => {
    const { id, isNew } = await createGroup(context, body)
    reply.code(isNew ? 201 : 200)
    return getGroup(context, id)
  })
  implement(endpoints.updateGroup, ({ context, params, body }) => updateGroup(context, params.id, body))
  implement(endpoints.listGroupMembers, async ({ context, params, query, reply }) => {
    const found = await listGroupMembers(context, params.id, query)
    setTotalCountHeaders(reply, found)
    return found.rows
  })
  implement(endpoints.addMembers, ({ context, params, body }) =>
    addGroupMembers(context, params.id, body.userIds),
  )
  implement(endpoints.changeMemberRole, ({ context, params, body }) =>
    changeGroupMemberRole(context, params.id, params.userId, body),
  )
  implement(endpoints.saveGroupSettings, ({ context, params, body }) =>
    updateOwnGroupPreferences(context, params.id, body),
  )
  implement(endpoints.pinMessage, ({ context, params, body }) => pinMessage(context, params.id, body))
  implement(endpoints.setUserBlocked, ({ context, params, body }) =>
    setUserBlocked(context, params.userId, body.isBlocked),
  )
  implement(endpoints.removeMembers, ({ context, params, body }) =>
    removeGroupMembers(context, params.id, body.userIds),
  )
}
