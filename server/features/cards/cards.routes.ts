import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/cards/cards.endpoints.ts'
import { listMembershipCardsForPrinting, readMembershipCard } from './cards.service.ts'
import { verifyCardToken } from './check-token.service.ts'
import { listCardPublicKeys } from './signing-keys.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.readCard, ({ context }) => readMembershipCard(context))
  implement(endpoints.printCards, ({ context, params, body }) =>
    listMembershipCardsForPrinting(context, params.id, body.after),
  )
  implement(endpoints.listPublicKeys, ({ context }) => listCardPublicKeys(context))
  implement(endpoints.checkToken, ({ context, body, request }) =>
    verifyCardToken(context, request.ip, body.token),
  )
}
