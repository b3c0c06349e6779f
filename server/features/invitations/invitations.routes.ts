import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/invitations.endpoints.ts'
import { createInvitation, listInvitations, listInvited, revokeInvitation } from './invitations.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listInvitations, ({ context }) => listInvitations(context))
  implement(endpoints.createInvitation, ({ context, body }) => createInvitation(context, body))
  implement(endpoints.listInvited, ({ context, params }) => listInvited(context, params.id))
  implement(endpoints.revokeInvitation, ({ context, params }) => revokeInvitation(context, params.id))
}
