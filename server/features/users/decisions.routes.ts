import { applyDecisionInOneTransaction } from '#server/features/users/decisions/apply-decision-in-one-transaction.ts'
import { approveUser, approveUsers } from '#server/features/users/decisions/approve-user.service.ts'
import {
  assignUsersToClub,
  assignUserToClub,
} from '#server/features/users/decisions/assign-user-to-club.service.ts'
import { changeRole } from '#server/features/users/decisions/change-role.service.ts'
import {
  deactivateUser,
  deactivateUsers,
  reactivateUser,
} from '#server/features/users/decisions/deactivate-user.service.ts'
import { rejectUser, rejectUsers } from '#server/features/users/decisions/reject-user.service.ts'
import { resetTwoFactor } from '#server/features/users/decisions/reset-two-factor.service.ts'
import { revealIdentityNumber } from '#server/features/users/person-data/reveal-identity-number.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/users/users.endpoints.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.approveUser, ({ context, params, body }) => approveUser(context, params.id, body))
  implement(endpoints.rejectUser, ({ context, params, body }) => rejectUser(context, params.id, body?.reason))
  implement(endpoints.approveUsers, ({ context, body }) =>
    applyDecisionInOneTransaction(
      body.ids,
      ids => approveUsers(context, ids),
      id => approveUser(context, id),
    ),
  )
  implement(endpoints.rejectUsers, ({ context, body: { ids, reason } }) =>
    applyDecisionInOneTransaction(
      ids,
      together => rejectUsers(context, together, reason),
      id => rejectUser(context, id, reason),
    ),
  )
  implement(endpoints.changeUserRole, ({ context, params, body }) =>
    changeRole(context, params.id, body.role),
  )
  implement(endpoints.deactivateUser, ({ context, params, body }) =>
    deactivateUser(context, params.id, body?.reason),
  )
  implement(endpoints.reactivateUser, ({ context, params }) => reactivateUser(context, params.id))
  implement(endpoints.placeUser, ({ context, params, body }) => assignUserToClub(context, params.id, body))
  implement(endpoints.deactivateUsers, ({ context, body: { ids, reason } }) =>
    applyDecisionInOneTransaction(
      ids,
      together => deactivateUsers(context, together, reason),
      id => deactivateUser(context, id, reason),
    ),
  )
  implement(endpoints.placeUsers, ({ context, body: { ids, ...placement } }) =>
    applyDecisionInOneTransaction(
      ids,
      together => assignUsersToClub(context, together, placement),
      id => assignUserToClub(context, id, placement),
    ),
  )
  implement(endpoints.resetTwoFactor, ({ context, params }) => resetTwoFactor(context, params.id))
  implement(endpoints.unmaskUser, ({ context, params }) => revealIdentityNumber(context, params.id))
}
