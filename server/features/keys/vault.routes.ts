import type { FeatureRoutes } from '#server/http/implement.ts'
import * as endpoints from '#shared/contracts/vault.endpoints.ts'
import { readVault, saveVault } from './vault.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.readVault, ({ context }) => readVault(context))
  implement(endpoints.saveVault, ({ context, body }) => saveVault(context, body))
}
