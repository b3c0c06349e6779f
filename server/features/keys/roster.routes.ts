import type { FeatureRoutes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/keys.endpoints.ts'
import { addEpoch, listEpochs } from './epochs.service.ts'
import { extendRoster, getRoster } from './roster.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.readRoster, ({ context, params, query }) => getRoster(context, params.id, query.after))
  implement(endpoints.extendRoster, ({ context, params, body }) => extendRoster(context, params.id, body))
  implement(endpoints.listEpochs, ({ context, params, query }) => listEpochs(context, params.id, query.after))
  implement(endpoints.addEpoch, ({ context, params, body }) => addEpoch(context, params.id, body))
}
