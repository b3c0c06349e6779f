import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { limitAttemptsWithInvalidMailedLinks } from '#server/identity/account-tokens.service.ts'
import * as endpoints from '#shared/contracts/unsubscribe/unsubscribe.endpoints.ts'
import { unsubscribeFromAnnouncements } from './unsubscribe.service.ts'

export const registerRoutes: FeatureRoutes = (implement, app) => {
  // To unsubscribe, mail clients post a form (RFC 8058). Only this route accepts forms; it ignores the content.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2048 },
    (_request, _text, done) => done(null, undefined),
  )
  implement(endpoints.unsubscribe, ({ context, params, request }) =>
    limitAttemptsWithInvalidMailedLinks(context, request.ip, () =>
      unsubscribeFromAnnouncements(context, params.token),
    ),
  )
}
