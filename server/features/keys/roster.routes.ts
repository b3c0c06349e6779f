import { listEncryptedGroupKeys, storeNextGroupKey } from '#server/features/keys/rosters/epochs.service.ts'
import {
  appendEntriesToSignedMemberList,
  readSignedMemberListOfGroup,
} from '#server/features/keys/rosters/roster.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/keys/keys.endpoints.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readRoster, ({ context, params, query }) =>
    readSignedMemberListOfGroup(context, params.id, query.after),
  )
  implement(endpoints.extendRoster, ({ context, params, body }) =>
    appendEntriesToSignedMemberList(context, params.id, body),
  )
  implement(endpoints.listEpochs, ({ context, params, query }) =>
    listEncryptedGroupKeys(context, params.id, query.after),
  )
  implement(endpoints.addEpoch, ({ context, params, body }) => storeNextGroupKey(context, params.id, body))
}
