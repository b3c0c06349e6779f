import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/invitations/invitations.endpoints.ts'
import {
  createInvitation,
  listInvitations,
  listInvitedUsers,
  revokeInvitation,
} from './invitations.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listInvitations, ({ context }) => listInvitations(context))
  implement(endpoints.createInvitation, ({ context, body }) => createInvitation(context, body))
  implement(endpoints.listInvited, ({ context, params }) => listInvitedUsers(context, params.id))
  implement(endpoints.revokeInvitation, ({ context, params }) => revokeInvitation(context, params.id))
}
