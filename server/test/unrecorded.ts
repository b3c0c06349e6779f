// Whatever changes something leaves an event in the trail (`recordEvent`). Every call that any test makes is looked at,
// so that a service which forgot to is named by the first test of it.
import type { FastifyInstance } from 'fastify'

const again = 'whoever asks again changes nothing'
const visitor = 'of visitors, whose events are looked for by tests of their own'
const upkeep = 'nobody else is concerned'

/** The calls that may succeed and leave none, and why. */
export const mayLeaveNone: Record<string, string> = {
  'POST /api/unsubscribe/:token': visitor,
  'POST /api/merging/pairs/:id/dismiss': again,
  'POST /api/users/invite': 'each is decided alone, and may be refused',
  'POST /api/outbox/bounces': 'of a mail service; the outbox shows it',
  'POST /api/announcements/audience': 'a question, which changes nothing',
  'POST /api/announcements/:id/read': upkeep,
  'PUT /api/announcements/:id/answer': 'an answer is the person’s own, and what stands is what counts',
  'PUT /api/roll-calls/:id/answer': 'how somebody is, is theirs to say, and erased in days',
  'POST /api/auth/login': visitor,
  'POST /api/auth/second-step': visitor,
  'POST /api/auth/passkey/options': 'a question, which changes nothing',
  'POST /api/auth/passkey': visitor,
  'POST /api/auth/proof/passkey/options': 'a question, which changes nothing',
  'POST /api/account/passkeys/options': 'a question, which changes nothing',
  'POST /api/account/two-factor/key': 'nothing has changed until a code of it was given',
  'POST /api/auth/register': visitor,
  'POST /api/auth/confirm-email': visitor,
  'POST /api/auth/join': visitor,
  'POST /api/auth/join/look': 'a question, which changes nothing',
  'POST /api/auth/forgot-password': visitor,
  'POST /api/auth/reset-password': visitor,
  'POST /api/auth/not-me': visitor,
  'POST /api/auth/resend-confirmation': 'another mail, which the outbox shows',
  'POST /api/account/email': 'nothing has changed until the link is followed',
  'POST /api/account/google': 'a question, which changes nothing',
  'POST /api/account/confirm': 'a question, which changes nothing',
  'DELETE /api/auth/google/link': 'forgets what lies in a cookie of this browser',
  'POST /api/files': 'nothing refers to it yet',
  'POST /api/verify': 'a question, which changes nothing',
  'POST /api/calendar/feeds': again,
  'POST /api/notifications/read': upkeep,
  'POST /api/activities/:id/visibility': upkeep,
  'PUT /api/activities/:id/answers': 'an answer is the person’s own, and what stands is what counts',
  'POST /api/groups/:id/read': upkeep,
  'PUT /api/groups/:id/place': upkeep,
  'PUT /api/groups/:id/pins': again,
  'PUT /api/blocks/:userId': again,
  'PUT /api/groups/:id/members/:userId': again,
  'POST /api/messages/:groupId/changes': 'what people say, and take back, is no business of the trail',
  'POST /api/calls/:id/alive': upkeep,
  'POST /api/calls/:id/decline': upkeep,
  'POST /api/calls/:id/accept': upkeep,
  'POST /api/calls/:id/publish': upkeep,
  'POST /api/calls/:id/subscribe': upkeep,
  'POST /api/calls/:id/leave': 'a call is recorded as a whole, when it starts and when it ends',
  'PUT /api/keys/me/vault': upkeep,
  'POST /api/keys/me/wraps': 'earlier keys go along with a way that was recorded',
  'PUT /api/keys/me/name': 'what was signed is its own record',
  'DELETE /api/keys/me/devices/:dev': upkeep,
  'POST /api/keys/me/links': 'over in two minutes; that a device was given the keys is an event',
  'PUT /api/keys/me/links/:id': 'over in two minutes; that a device was given the keys is an event',
  'DELETE /api/keys/me/links/:id': upkeep,
  'POST /api/groups/:id/epochs': 'the chain of epochs is its own record',
  'POST /api/groups/:id/roster': 'the signed roster is its own record; that it began is an event',
  'POST /api/users/reject': 'each is decided alone, and may be refused',
  'POST /api/users/approve': 'each is decided alone, and may be refused',
  'POST /api/account/data': again,
  'POST /api/account/sessions/end-others': again,
  'POST /api/activities/:id/attendance': again,
  'POST /api/check-in/:id': again,
  'POST /api/check-in/:id/all': again,
  'POST /api/check-in/:id/self': again,
  'POST /api/activities/:id/join': again,
  'PUT /api/activities/:id/public': again,
  'POST /api/activities/:id/leave': again,
  'POST /api/groups': again,
  'POST /api/groups/:id/calls': again,
  'POST /api/reports': again,
  'POST /api/groups/:id/members': again,
  'POST /api/keys/me/devices': again,
  'POST /api/push/devices': again,
  'PUT /api/users/:id/placement': again,
  'PUT /api/users/placement': 'each is decided alone, and may be refused',
  'POST /api/users/deactivate': 'each is decided alone, and may be refused',
  'POST /api/views': 'how somebody looks at a list is their own; one that is shared is an event',
  'DELETE /api/views/:id': upkeep,
}

/** Fills as calls are made: those that succeeded, left no event, and are not on the list. */
export function watchUnrecorded(app: FastifyInstance): Set<string> {
  const unrecorded = new Set<string>()
  app.addHook('onSend', async ({ method, routeOptions, invalidatedTopics }, { statusCode }) => {
    const name = `${method} ${routeOptions.url}`
    if (['GET', 'HEAD'].includes(method) || statusCode >= 300 || name in mayLeaveNone) return
    if (!invalidatedTopics?.has('audit')) unrecorded.add(name)
  })
  return unrecorded
}
