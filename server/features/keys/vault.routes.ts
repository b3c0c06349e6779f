import { readEncryptedVault, saveEncryptedVault } from '#server/features/keys/recovery/vault.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/keys/vault.endpoints.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.readVault, ({ context }) => readEncryptedVault(context))
  implement(endpoints.saveVault, ({ context, body }) => saveEncryptedVault(context, body))
}
