import {
  readEncryptedKeyVault,
  saveEncryptedKeyVault,
} from '#server/features/keys/recovery/key-vault.service.ts'
import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/keys/vault.endpoints.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readVault, ({ context }) => readEncryptedKeyVault(context))
  implement(endpoints.saveVault, ({ context, body }) => saveEncryptedKeyVault(context, body))
}
