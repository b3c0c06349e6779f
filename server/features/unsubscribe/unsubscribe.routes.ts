import type { Routes } from '#server/http/implement.ts'
import { limitBadLinks } from '#server/identity/account-tokens.service.ts'
import * as endpoints from '#shared/contracts/unsubscribe.endpoints.ts'
import { unsubscribe } from './unsubscribe.service.ts'

export const routes: Routes = (implement, app) => {
  // Mail clients post a form with one field (RFC 8058). Only this route accepts forms, and it ignores the content.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2048 },
    (_request, _text, done) => done(null, undefined),
  )
  implement(endpoints.unsubscribe, ({ context, params, request }) =>
    limitBadLinks(context, request.ip, () => unsubscribe(context, params.token)),
  )
}
