import type { Routes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/users.endpoints.ts'
import { approveUser, approveUsers } from './approve-user.service.ts'
import { changeRole } from './change-role.service.ts'
import { deactivateUser, reactivateUser } from './deactivate-user.service.ts'
import { decideMany, decideTogether } from './decide-many.ts'
import { placeUser } from './place-user.service.ts'
import { rejectUser } from './reject-user.service.ts'
import { resetTwoFactor } from './reset-two-factor.service.ts'
import { unmaskUser } from './unmask-user.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.approveUser, ({ context, params }) => approveUser(context, params.id))
  implement(endpoints.rejectUser, ({ context, params, body }) => rejectUser(context, params.id, body?.reason))
  implement(endpoints.approveMany, ({ context, body }) =>
    decideTogether(
      body.ids,
      ids => approveUsers(context, ids),
      id => approveUser(context, id),
    ),
  )
  implement(endpoints.rejectMany, ({ context, body: { ids, reason } }) =>
    decideMany(ids, id => rejectUser(context, id, reason)),
  )
  implement(endpoints.changeRole, ({ context, params, body }) => changeRole(context, params.id, body.role))
  implement(endpoints.deactivateUser, ({ context, params, body }) =>
    deactivateUser(context, params.id, body?.reason),
  )
  implement(endpoints.reactivateUser, ({ context, params }) => reactivateUser(context, params.id))
  implement(endpoints.placeUser, ({ context, params, body }) => placeUser(context, params.id, body))
  implement(endpoints.deactivateMany, ({ context, body: { ids, reason } }) =>
    decideMany(ids, id => deactivateUser(context, id, reason)),
  )
  implement(endpoints.placeMany, ({ context, body: { ids, ...placement } }) =>
    decideMany(ids, id => placeUser(context, id, placement)),
  )
  implement(endpoints.resetTwoFactor, ({ context, params }) => resetTwoFactor(context, params.id))
  implement(endpoints.unmaskUser, ({ context, params }) => unmaskUser(context, params.id))
}
