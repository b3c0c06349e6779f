import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/cards/cards.endpoints.ts'
import { printCards, readCard } from './cards.service.ts'
import { verifyCardToken } from './check-token.service.ts'
import { listPublicKeys } from './signing-keys.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.readCard, ({ context }) => readCard(context))
  implement(endpoints.printCards, ({ context, params, body }) => printCards(context, params.id, body.after))
  implement(endpoints.listPublicKeys, ({ context }) => listPublicKeys(context))
  implement(endpoints.checkToken, ({ context, body, request }) =>
    verifyCardToken(context, request.ip, body.token),
  )
}
