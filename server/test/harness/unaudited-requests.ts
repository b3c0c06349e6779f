// Every request that changes data must record an audit event (`recordAuditEvent`).
// A hook observes the requests of all tests: a test fails when a change that it makes records no audit event.
import type { FastifyInstance } from 'fastify'

const repeatReason = 'a repeated request changes nothing'
const visitorReason = 'request of a visitor; other tests check its event'
const privateReason = 'concerns the caller alone'

/** Endpoints that may succeed without an audit event, each with the reason. */
export const unauditedEndpoints: Record<string, string> = {
  'POST /api/unsubscribe/:token': visitorReason,
  'POST /api/merging/pairs/:id/dismiss': repeatReason,
  'POST /api/users/invite': 'each user is decided separately and may be refused',
  'POST /api/outbox/bounces': 'sent by a mail service; the outbox shows the bounce',
  'POST /api/announcements/audience': 'reads only and changes nothing',
  'POST /api/segments/count': 'reads only and changes nothing',
  'POST /api/announcements/:id/read': privateReason,
  'PUT /api/announcements/:id/answer': 'an answer belongs to its author, and only the current one counts',
  'PUT /api/motions/:id/vote': repeatReason,
  'POST /api/elections/:id/ballots': repeatReason,
  'PUT /api/roll-calls/:id/answer': 'roll-call answers are personal and erased after days',
  'POST /api/auth/login': visitorReason,
  'POST /api/auth/second-step': visitorReason,
  'POST /api/auth/passkey/options': 'reads only and changes nothing',
  'POST /api/auth/passkey': visitorReason,
  'POST /api/auth/proof/passkey/options': 'reads only and changes nothing',
  'POST /api/account/passkeys/options': 'reads only and changes nothing',
  'POST /api/account/two-factor/key': 'takes effect only after a code was confirmed',
  'POST /api/auth/register': visitorReason,
  'POST /api/auth/confirm-email': visitorReason,
  'POST /api/auth/join': visitorReason,
  'POST /api/auth/join/look': 'reads only and changes nothing',
  'POST /api/auth/forgot-password': visitorReason,
  'POST /api/auth/reset-password': visitorReason,
  'POST /api/auth/not-me': visitorReason,
  'POST /api/auth/resend-confirmation': 'sends a mail, which the outbox shows',
  'POST /api/account/email': 'takes effect only after the link was opened',
  'POST /api/account/google': 'reads only and changes nothing',
  'POST /api/account/confirm': 'reads only and changes nothing',
  'DELETE /api/auth/google/link': 'clears a cookie of this browser',
  'POST /api/files': 'no record refers to the file yet',
  'POST /api/verify': 'reads only and changes nothing',
  'POST /api/fees/charges/:id/slips': repeatReason,
  'POST /api/fees/slips/:id/withdraw': repeatReason,
  'POST /api/fees/slips/:id/confirm': repeatReason,
  'POST /api/calendar/feeds': repeatReason,
  'PUT /api/countries/open': repeatReason,
  'POST /api/fees/accounts/:id/payments': repeatReason,
  'POST /api/fees/accounts/:id/refunds': repeatReason,
  'POST /api/fees/charges/:id/waivers': repeatReason,
  'POST /api/notifications/read': privateReason,
  'POST /api/activities/:id/visibility': privateReason,
  'PUT /api/activities/:id/answers': 'an answer belongs to its author, and only the current one counts',
  'POST /api/groups/:id/read': privateReason,
  'PUT /api/groups/:id/place': privateReason,
  'PUT /api/groups/:id/pins': repeatReason,
  'PUT /api/blocks/:userId': repeatReason,
  'PUT /api/groups/:id/members/:userId': repeatReason,
  'POST /api/messages/:groupId/changes': 'messages and their changes are not audited',
  'POST /api/calls/:id/alive': privateReason,
  'POST /api/calls/:id/decline': privateReason,
  'POST /api/calls/:id/accept': privateReason,
  'POST /api/calls/:id/publish': privateReason,
  'POST /api/calls/:id/subscribe': privateReason,
  'POST /api/calls/:id/leave': 'a call is audited when it starts and when it ends',
  'PUT /api/keys/me/vault': privateReason,
  'POST /api/keys/me/wraps': 'wraps earlier keys for a method that was audited',
  'PUT /api/keys/me/name': 'the signed name is its own record',
  'DELETE /api/keys/me/devices/:dev': privateReason,
  'POST /api/keys/me/links': 'expires after two minutes; giving keys to a device is audited',
  'PUT /api/keys/me/links/:id': 'expires after two minutes; giving keys to a device is audited',
  'PUT /api/keys/me/links/:id/reply': 'expires after two minutes; giving keys to a device is audited',
  'PUT /api/keys/me/links/:id/reveal': 'expires after two minutes; giving keys to a device is audited',
  'DELETE /api/keys/me/links/:id': privateReason,
  'POST /api/groups/:id/epochs': 'the chain of epochs is its own record',
  'POST /api/groups/:id/roster': 'the signed roster is its own record; its start is audited',
  'POST /api/users/reject': 'each user is decided separately and may be refused',
  'POST /api/tags/users/add': repeatReason,
  'POST /api/tags/users/remove': repeatReason,
  'POST /api/users/approve': 'each user is decided separately and may be refused',
  'POST /api/account/data': repeatReason,
  'POST /api/account/sessions/end-others': repeatReason,
  'POST /api/activities/:id/attendance': repeatReason,
  'POST /api/check-in/:id': repeatReason,
  'POST /api/check-in/:id/all': repeatReason,
  'POST /api/check-in/:id/self': repeatReason,
  'POST /api/activities/:id/join': repeatReason,
  'PUT /api/activities/:id/public': repeatReason,
  'POST /api/activities/:id/leave': repeatReason,
  'POST /api/groups': repeatReason,
  'POST /api/groups/:id/calls': repeatReason,
  'POST /api/reports': repeatReason,
  'POST /api/groups/:id/members': repeatReason,
  'POST /api/keys/me/devices': repeatReason,
  'POST /api/push/devices': repeatReason,
  'PUT /api/users/:id/placement': repeatReason,
  'PUT /api/users/placement': 'each user is decided separately and may be refused',
  'POST /api/users/deactivate': 'each user is decided separately and may be refused',
  'POST /api/views': 'a saved view is personal; sharing one is audited',
  'DELETE /api/views/:id': privateReason,
}

/** Adds a hook that collects successful requests without an audit event that are not in `unauditedEndpoints`. */
export function collectUnauditedRequests(app: FastifyInstance): Set<string> {
  const unauditedRequests = new Set<string>()
  app.addHook('onSend', async ({ method, routeOptions, invalidatedTopics }, { statusCode }) => {
    const name = `${method} ${routeOptions.url}`
    if (['GET', 'HEAD'].includes(method) || statusCode >= 300 || name in unauditedEndpoints) return
    if (!invalidatedTopics?.has('audit')) unauditedRequests.add(name)
  })
  return unauditedRequests
}
