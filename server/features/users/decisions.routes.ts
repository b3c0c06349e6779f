import { approveUser, approveUsers } from '#server/features/users/decisions/approve-user.service.ts'
import { changeRole } from '#server/features/users/decisions/change-role.service.ts'
import { deactivateUser, reactivateUser } from '#server/features/users/decisions/deactivate-user.service.ts'
import { decideInOneTransaction, decideOneByOne } from '#server/features/users/decisions/decide-one-by-one.ts'
import { placeUser } from '#server/features/users/decisions/place-user.service.ts'
import { rejectUser } from '#server/features/users/decisions/reject-user.service.ts'
import { resetTwoFactor } from '#server/features/users/decisions/reset-two-factor.service.ts'
import { unmaskUser } from '#server/features/users/person-data/unmask-user.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/users/users.endpoints.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.approveUser, ({ context, params }) => approveUser(context, params.id))
  implement(endpoints.rejectUser, ({ context, params, body }) => rejectUser(context, params.id, body?.reason))
  implement(endpoints.approveUsers, ({ context, body }) =>
    decideInOneTransaction(
      body.ids,
      ids => approveUsers(context, ids),
      id => approveUser(context, id),
    ),
  )
  implement(endpoints.rejectUsers, ({ context, body: { ids, reason } }) =>
    decideOneByOne(ids, id => rejectUser(context, id, reason)),
  )
  implement(endpoints.changeUserRole, ({ context, params, body }) =>
    changeRole(context, params.id, body.role),
  )
  implement(endpoints.deactivateUser, ({ context, params, body }) =>
    deactivateUser(context, params.id, body?.reason),
  )
  implement(endpoints.reactivateUser, ({ context, params }) => reactivateUser(context, params.id))
  implement(endpoints.placeUser, ({ context, params, body }) => placeUser(context, params.id, body))
  implement(endpoints.deactivateUsers, ({ context, body: { ids, reason } }) =>
    decideOneByOne(ids, id => deactivateUser(context, id, reason)),
  )
  implement(endpoints.placeUsers, ({ context, body: { ids, ...placement } }) =>
    decideOneByOne(ids, id => placeUser(context, id, placement)),
  )
  implement(endpoints.resetTwoFactor, ({ context, params }) => resetTwoFactor(context, params.id))
  implement(endpoints.unmaskUser, ({ context, params }) => unmaskUser(context, params.id))
}
