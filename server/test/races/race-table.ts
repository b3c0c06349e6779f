// Table of all requests and jobs that change data, each with its subjects and how to run it in a race.
// Two entries with a common subject are raced against each other.
// An entry that cannot conflict has a string with the reason. races.test.ts compares this table with all routes.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { writeGroupMessages } from '#server/features/chat/messages/write-messages.service.ts'
import { createTaskHandlers } from '#server/jobs/jobs.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import type { PersonName, RaceWorld } from './world.ts'

/** Data that a request changes. A person as subject means that the user or the rights of the user change. */
export type RaceSubject =
  | PersonName
  | 'activity'
  | 'announcement'
  | 'club'
  | 'direct'
  | 'group'
  | 'invitation'
  | 'message'
  | 'office'
  | 'report'
  | 'roll-call'
  | 'views'

export interface RaceCall {
  by?: PersonName | 'aliElsewhere'
  about: RaceSubject[]
  path?: (world: RaceWorld) => string
  body?: (world: RaceWorld) => object
  /** Responses that occur only in a race, mapped to the equivalent response of a sequential run. */
  equivalentResponses?: Record<string, string>
  /** SQL that sets up the precondition of this request, run before both requests. */
  before?: (world: RaceWorld) => string
  /** Runs an operation that is not an HTTP request: a job or a socket event. */
  run?: (app: FastifyInstance, world: RaceWorld) => Promise<unknown>
}

const createsNew = 'once' // each request creates something new that nothing else refers to yet
const ownRow = 'own row' // a single statement on a row that belongs to the caller alone
const readOnly = 'question' // the request changes nothing
const needsDevice = 'proof' // needs a signature that only a device can make; uses the same services as requests in this table
const needsBrowserKeys = 'sealed' // needs signatures of browsers; server/features/keys tests races of rosters and epochs
const janus = 'Janus' // calls the media server and writes nothing to the database
const needsFile = 'file' // a form with a file; import and upload have their own tests

const fixedPath = (path: string) => () => path
const passwordBody = () => ({ currentPassword: testPassword })

/** The request decides each listed user separately, like the request for one user. */
const eachAlone = 'each alone'

export const raceTable: Record<string, RaceCall | RaceCall[] | string> = {
  // Users
  'POST /api/users/:id/approve': {
    by: 'hq',
    about: ['bakar'],
    path: ({ bakar }) => `/api/users/${bakar.id}/approve`,
  },
  'POST /api/users/:id/reject': {
    by: 'chief',
    about: ['bakar'],
    path: ({ bakar }) => `/api/users/${bakar.id}/reject`,
  },
  'POST /api/users/approve': {
    by: 'chief',
    about: ['bakar'],
    path: fixedPath('/api/users/approve'),
    body: ({ bakar }) => ({ ids: [bakar.id] }),
  },
  'POST /api/merging/:id/with/:otherId': {
    by: 'chief',
    about: ['ali', 'bakar', 'group'],
    path: ({ ali, bakar }) => `/api/merging/${ali.id}/with/${bakar.id}`,
    body: () => ({ take: [] }),
    before: ({ chief }) => `update sessions set confirmed_at = now() where user_id = ${chief.id}`,
  },
  'POST /api/merging/pairs/:id/dismiss': ownRow,
  'DELETE /api/merging/requests/:id': ownRow,
  'POST /api/account/merging/:id/confirm': 'as merging',
  'POST /api/account/merging/:id/decline': ownRow,
  'POST /api/profile/terms': createsNew,
  'POST /api/users/invite': eachAlone,
  'POST /api/users/reject': eachAlone,
  'POST /api/users/deactivate': eachAlone,
  'PUT /api/users/placement': eachAlone,
  'PUT /api/users/:id/role': [
    {
      by: 'chief',
      about: ['ali', 'office'],
      path: ({ ali }) => `/api/users/${ali.id}/role`,
      body: () => ({ role: 'club_admin_ln' }),
    },
    {
      by: 'chief',
      about: ['hq'],
      path: ({ hq }) => `/api/users/${hq.id}/role`,
      body: () => ({ role: 'member' }),
    },
  ],
  'POST /api/users/:id/deactivate': [
    { by: 'hq', about: ['ali'], path: ({ ali }) => `/api/users/${ali.id}/deactivate` },
    {
      by: 'chief',
      about: ['encik', 'office', 'club'],
      path: ({ encik }) => `/api/users/${encik.id}/deactivate`,
    },
    { by: 'chief', about: ['siti', 'office'], path: ({ siti }) => `/api/users/${siti.id}/deactivate` },
  ],
  'POST /api/users/:id/reactivate': {
    by: 'hq',
    about: ['dayang'],
    path: ({ dayang }) => `/api/users/${dayang.id}/reactivate`,
  },
  'PUT /api/users/:id/placement': [
    {
      by: 'chief',
      about: ['ali', 'club'],
      path: ({ ali }) => `/api/users/${ali.id}/placement`,
      body: ({ elsewhereId }) => ({ currentCountry: 'Germany', clubId: elsewhereId }),
    },
    {
      by: 'chief',
      about: ['bakar'],
      path: ({ bakar }) => `/api/users/${bakar.id}/placement`,
      body: ({ elsewhereId }) => ({ currentCountry: 'Germany', clubId: elsewhereId }),
    },
    {
      by: 'hq',
      about: ['dayang'],
      path: ({ dayang }) => `/api/users/${dayang.id}/placement`,
      body: ({ elsewhereId }) => ({ currentCountry: 'Germany', clubId: elsewhereId }),
    },
  ],
  'POST /api/users/:id/reset-two-factor': needsDevice,
  'POST /api/users/:id/unmask': {
    by: 'hq',
    about: ['ali'],
    path: ({ ali }) => `/api/users/${ali.id}/unmask`,
  },
  'PUT /api/profile': [
    { by: 'ali', about: ['ali'], path: fixedPath('/api/profile'), body: () => ({ phone: '+60199999999' }) },
    {
      by: 'bakar',
      about: ['bakar'],
      path: fixedPath('/api/profile'),
      body: () => ({ currentCountry: 'Germany' }),
    },
  ],
  'POST /api/profile/apply-again': 'of the rejected alone',
  'PUT /api/profile/listed': ownRow,

  // Own account
  'POST /api/account/erase': [
    { by: 'ali', about: ['ali'], path: fixedPath('/api/account/erase'), body: passwordBody },
    {
      by: 'encik',
      about: ['encik', 'office', 'club'],
      path: fixedPath('/api/account/erase'),
      body: passwordBody,
    },
  ],
  'PUT /api/account/password': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: fixedPath('/api/account/password'),
    body: () => ({ currentPassword: testPassword, password: 'ombak-biru-77-lagi' }),
  },
  'POST /api/account/email': {
    by: 'ali',
    about: ['ali'],
    path: fixedPath('/api/account/email'),
    body: ({ ali }) => ({ ...passwordBody(), email: `baharu.${ali.id}@contoh.my` }),
  },
  'POST /api/account/confirm': readOnly,
  'PUT /api/account/preferences': {
    by: 'ali',
    about: [],
    path: fixedPath('/api/account/preferences'),
    body: () => ({ channel: 'app', kind: 'activity.created', isOn: false }),
  },
  'PUT /api/account/presence': ownRow,
  'DELETE /api/account/sessions/:id': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: ({ ali }) => `/api/account/sessions/${ali.sessionId}`,
  },
  'POST /api/account/sessions/end-others': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: fixedPath('/api/account/sessions/end-others'),
  },
  'POST /api/account/data': { by: 'ali', about: ['ali'], path: fixedPath('/api/account/data') },
  'DELETE /api/account/google': needsDevice,
  'POST /api/account/google': readOnly,
  'POST /api/account/passkeys': needsDevice,
  'DELETE /api/account/passkeys/:id': needsDevice,
  'PUT /api/account/passkeys/:id': needsDevice,
  'POST /api/account/passkeys/options': readOnly,
  'DELETE /api/account/two-factor': needsDevice,
  'POST /api/account/two-factor': needsDevice,
  'POST /api/account/two-factor/codes': needsDevice,
  'POST /api/account/two-factor/key': needsDevice,
  'POST /api/auth/login': {
    about: ['ali'],
    path: fixedPath('/api/auth/login'),
    body: ({ ali }) => ({ email: ali.email, password: testPassword }),
    // The user was signed in and signed out again before the response; the next request would return 401.
    equivalentResponses: { '401 unauthenticated': '200' },
  },
  'POST /api/auth/logout': { by: 'ali', about: ['ali'], path: fixedPath('/api/auth/logout') },
  'POST /api/auth/reset-password': {
    about: ['ali'],
    path: fixedPath('/api/auth/reset-password'),
    body: ({ links }) => ({ token: links.reset, password: 'ombak-biru-78-lagi' }),
  },
  'POST /api/auth/confirm-email': {
    about: ['bakar'],
    path: fixedPath('/api/auth/confirm-email'),
    body: ({ links }) => ({ token: links.confirm }),
  },
  'POST /api/auth/forgot-password': createsNew,
  'POST /api/auth/resend-confirmation': {
    by: 'bakar',
    about: ['bakar'],
    path: fixedPath('/api/auth/resend-confirmation'),
  },
  'POST /api/auth/not-me': needsDevice,
  'POST /api/auth/passkey': needsDevice,
  'POST /api/auth/passkey/options': readOnly,
  'POST /api/auth/proof/code': needsDevice,
  'POST /api/auth/proof/passkey': needsDevice,
  'POST /api/auth/proof/passkey/options': readOnly,
  'POST /api/auth/proof/password': {
    by: 'ali',
    about: ['ali'],
    path: fixedPath('/api/auth/proof/password'),
    body: () => ({ currentPassword: testPassword }),
  },
  'POST /api/auth/second-step': needsDevice,
  'POST /api/auth/google/link': needsDevice,
  'DELETE /api/auth/google/link': 'a cookie',
  'POST /api/auth/register': {
    about: ['invitation', 'club'],
    path: fixedPath('/api/auth/register'),
    body: ({ links, ali }) => ({
      email: `jemputan.${ali.id}.${randomUUID().slice(0, 8)}@contoh.my`,
      password: 'ombak-biru-77',
      fullName: 'Jemputan Bin Kelab',
      invitation: links.invitation,
    }),
  },
  'POST /api/auth/join': needsFile,
  'POST /api/auth/join/look': readOnly,

  // Activities
  'POST /api/activities': createsNew,
  'PUT /api/activities/:id': {
    by: 'encik',
    about: ['activity'],
    path: ({ activityId }) => `/api/activities/${activityId}`,
    body: () => ({ title: 'Baharu', maxParticipants: 2 }),
  },
  'POST /api/activities/:id/status': {
    by: 'encik',
    about: ['activity'],
    path: ({ activityId }) => `/api/activities/${activityId}/status`,
    body: () => ({ status: 'cancelled' }),
  },
  'POST /api/activities/:id/join': {
    by: 'farid',
    about: ['activity', 'farid'],
    path: ({ activityId }) => `/api/activities/${activityId}/join`,
  },
  'POST /api/activities/:id/leave': [
    { by: 'ali', about: ['activity'], path: ({ activityId }) => `/api/activities/${activityId}/leave` },
    { by: 'siti', about: ['activity'], path: ({ activityId }) => `/api/activities/${activityId}/leave` },
  ],
  'PUT /api/activities/:id/answers': 'no questions',
  'POST /api/activities/:id/visibility': {
    by: 'ali',
    about: ['activity'],
    path: ({ activityId }) => `/api/activities/${activityId}/visibility`,
    body: () => ({ isHidden: true }),
  },
  'POST /api/activities/:id/attendance': {
    by: 'encik',
    about: ['activity'],
    before: ({ activityId }) =>
      `update activities set start_date = now() - interval '5 minutes', status = 'ongoing' where id = ${activityId}`,
    path: ({ activityId }) => `/api/activities/${activityId}/attendance`,
    body: ({ ali }) => ({ userIds: [ali.id], attended: true }),
  },
  'PUT /api/activities/:id/helpers': {
    by: 'encik',
    about: ['activity', 'ali'],
    path: ({ activityId }) => `/api/activities/${activityId}/helpers`,
    body: ({ ali }) => ({ userIds: [ali.id] }),
  },
  'PUT /api/activities/:id/public': {
    by: 'encik',
    about: ['activity'],
    path: ({ activityId }) => `/api/activities/${activityId}/public`,
    body: () => ({ isPublic: true }),
  },
  'POST /api/check-in/:id': {
    by: 'encik',
    about: ['activity', 'ali'],
    path: ({ activityId }) => `/api/check-in/${activityId}`,
    body: ({ ali }) => ({
      sentAt: new Date().toISOString(),
      marks: [{ id: randomUUID(), at: new Date().toISOString(), isPresent: true, userId: ali.id }],
    }),
  },
  'POST /api/check-in/:id/all': {
    by: 'encik',
    about: ['activity'],
    path: ({ activityId }) => `/api/check-in/${activityId}/all`,
    body: () => ({ id: randomUUID(), isPresent: true }),
  },
  'POST /api/check-in/:id/self': 'needs the code of the minute; the same service as above',
  'POST /api/calendar/feeds': {
    by: 'siti',
    about: ['siti'],
    path: fixedPath('/api/calendar/feeds'),
    body: () => ({}),
  },
  'DELETE /api/calendar/feeds/:id': {
    by: 'ali',
    about: [],
    path: ({ feedId }) => `/api/calendar/feeds/${feedId}`,
  },

  // Clubs, offices, invitations
  'POST /api/clubs': createsNew,
  'PUT /api/clubs/:id': [
    {
      by: 'hq',
      about: ['club'],
      path: ({ clubId }) => `/api/clubs/${clubId}`,
      body: ({ tag, encik }) => ({ name: `Kelab ${tag}`, country: 'Japan', adminId: encik.id }),
    },
    {
      by: 'chief',
      about: ['club', 'invitation'],
      path: ({ clubId }) => `/api/clubs/${clubId}`,
      body: ({ tag }) => ({ name: `Kelab ${tag}`, country: 'Japan', isActive: false }),
    },
  ],
  'POST /api/clubs/:id/cards': readOnly,
  'PUT /api/offices/:id/term': {
    by: 'chief',
    about: ['office'],
    path: ({ officeId }) => `/api/offices/${officeId}/term`,
    body: () => ({ endsOn: '2040-01-01' }),
  },
  'POST /api/offices/handover': {
    by: 'encik',
    about: ['office'],
    path: fixedPath('/api/offices/handover'),
    body: ({ farid }) => ({ toId: farid.id }),
  },
  'POST /api/offices/handovers/:id/accept': {
    by: 'siti',
    about: ['office', 'siti', 'encik'],
    path: ({ handoverId }) => `/api/offices/handovers/${handoverId}/accept`,
  },
  'POST /api/offices/handovers/:id/end': {
    by: 'encik',
    about: ['office'],
    path: ({ handoverId }) => `/api/offices/handovers/${handoverId}/end`,
  },
  'POST /api/invitations': createsNew,
  'DELETE /api/invitations/:id': {
    by: 'hq',
    about: ['invitation'],
    path: ({ invitationId }) => `/api/invitations/${invitationId}`,
  },

  // Groups and messages
  'POST /api/groups': [
    {
      by: 'farid',
      about: ['ali', 'siti'],
      path: fixedPath('/api/groups'),
      body: ({ ali, siti }) => ({ name: 'Baharu', memberIds: [ali.id, siti.id] }),
    },
    {
      by: 'farid',
      about: ['ali'],
      path: fixedPath('/api/groups'),
      body: ({ ali }) => ({ direct: true, memberIds: [ali.id] }),
    },
  ],
  'PUT /api/groups/:id': {
    by: 'ali',
    about: ['group', 'message'],
    path: ({ groupId }) => `/api/groups/${groupId}`,
    body: () => ({ isActive: false }),
  },
  'POST /api/groups/:id/members': {
    by: 'ali',
    about: ['group', 'farid'],
    path: ({ groupId }) => `/api/groups/${groupId}/members`,
    body: ({ farid }) => ({ userIds: [farid.id] }),
  },
  'DELETE /api/groups/:id/members': [
    {
      by: 'ali',
      about: ['group', 'message'],
      path: ({ groupId }) => `/api/groups/${groupId}/members`,
      body: ({ siti }) => ({ userIds: [siti.id] }),
    },
    {
      by: 'siti',
      about: ['group', 'message'],
      path: ({ groupId }) => `/api/groups/${groupId}/members`,
      body: ({ siti }) => ({ userIds: [siti.id] }),
    },
  ],
  'PUT /api/groups/:id/members/:userId': {
    by: 'ali',
    about: ['group'],
    path: ({ groupId, siti }) => `/api/groups/${groupId}/members/${siti.id}`,
    body: () => ({ role: 'admin' }),
  },
  'PUT /api/groups/:id/place': ownRow,
  'POST /api/groups/:id/read': ownRow,
  'PUT /api/groups/:id/pins': {
    by: 'ali',
    about: ['message'],
    path: ({ groupId }) => `/api/groups/${groupId}/pins`,
    body: () => ({ seq: 1, isPinned: true }),
  },
  'PUT /api/blocks/:userId': {
    by: 'siti',
    about: ['direct', 'ali'],
    path: ({ ali }) => `/api/blocks/${ali.id}`,
    body: () => ({ isBlocked: true }),
  },
  'POST /api/messages/:groupId/changes': [
    {
      by: 'ali',
      about: ['message'],
      path: ({ groupId }) => `/api/messages/${groupId}/changes`,
      body: () => ({ seq: 1, op: 'edit', clientId: randomUUID(), content: 'lain' }),
    },
    {
      by: 'ali',
      about: ['message'],
      path: ({ groupId }) => `/api/messages/${groupId}/changes`,
      body: () => ({ seq: 1, op: 'delete', clientId: randomUUID() }),
    },
    {
      by: 'siti',
      about: ['message'],
      path: ({ groupId }) => `/api/messages/${groupId}/changes`,
      body: () => ({ seq: 1, op: 'react', clientId: randomUUID(), content: '👍' }),
    },
  ],
  'socket send-message': {
    by: 'siti',
    about: ['message', 'direct'],
    run: async ({ context, pool }, { groupId, siti }) => {
      const message = {
        groupId,
        clientId: randomUUID(),
        content: 'tiga',
        messageType: 'text',
        metadata: null,
        user: { ...siti, profileImageUrl: null },
        sessionId: siti.sessionId,
      }
      return writeGroupMessages(context.db, pool, [message])
    },
  },
  'POST /api/reports': {
    by: 'encik',
    about: ['report', 'message'],
    path: fixedPath('/api/reports'),
    body: ({ messageIds }) => ({ messageId: messageIds[0], reason: 'abuse' }),
  },
  'POST /api/reports/:id/hide': {
    by: 'hq',
    about: ['report', 'message'],
    path: ({ reportId }) => `/api/reports/${reportId}/hide`,
    body: () => ({ reason: 'spam' }),
  },
  'POST /api/reports/:id/dismiss': {
    by: 'chief',
    about: ['report'],
    path: ({ reportId }) => `/api/reports/${reportId}/dismiss`,
  },
  'POST /api/notifications/read': ownRow,

  // Announcements and roll calls
  'POST /api/announcements': createsNew,
  'POST /api/announcements/audience': readOnly,
  'PUT /api/announcements/:id': {
    by: 'chief',
    about: ['announcement'],
    path: ({ draftId }) => `/api/announcements/${draftId}`,
    body: ({ clubId }) => ({ title: 'Lain', body: 'Lain', audience: { clubIds: [clubId] } }),
  },
  'DELETE /api/announcements/:id': {
    by: 'chief',
    about: ['announcement'],
    path: ({ draftId }) => `/api/announcements/${draftId}`,
  },
  'POST /api/announcements/:id/send': {
    by: 'hq',
    about: ['announcement', 'hq'],
    path: ({ draftId }) => `/api/announcements/${draftId}/send`,
    body: () => ({}),
  },
  'POST /api/announcements/:id/hold': {
    by: 'hq',
    about: ['announcement'],
    path: ({ scheduledId }) => `/api/announcements/${scheduledId}/hold`,
  },
  'PUT /api/announcements/:id/correction': {
    by: 'hq',
    about: ['announcement'],
    path: ({ sentId }) => `/api/announcements/${sentId}/correction`,
    body: () => ({ title: 'Betul', body: 'Betul' }),
  },
  'POST /api/announcements/:id/withdraw': {
    by: 'chief',
    about: ['announcement'],
    path: ({ sentId }) => `/api/announcements/${sentId}/withdraw`,
  },
  'POST /api/announcements/:id/read': ownRow,
  'PUT /api/announcements/:id/answer': {
    by: 'ali',
    about: ['announcement'],
    path: ({ sentId }) => `/api/announcements/${sentId}/answer`,
    body: () => ({ answer: 1 }),
  },
  'POST /api/announcements/:id/remind': {
    by: 'hq',
    about: ['announcement'],
    path: ({ sentId }) => `/api/announcements/${sentId}/remind`,
  },
  'POST /api/roll-calls': createsNew,
  'PUT /api/roll-calls/:id/answer': {
    by: 'ali',
    about: ['roll-call'],
    path: ({ rollCallId }) => `/api/roll-calls/${rollCallId}/answer`,
    body: () => ({ state: 'safe' }),
  },
  'POST /api/roll-calls/:id/close': {
    by: 'hq',
    about: ['roll-call'],
    path: ({ rollCallId }) => `/api/roll-calls/${rollCallId}/close`,
  },
  'POST /api/roll-calls/:id/remind': {
    by: 'chief',
    about: ['roll-call'],
    path: ({ rollCallId }) => `/api/roll-calls/${rollCallId}/remind`,
  },
  'POST /api/roll-calls/:id/people/:userId/phone': {
    by: 'hq',
    about: ['roll-call', 'siti'],
    path: ({ rollCallId, siti }) => `/api/roll-calls/${rollCallId}/people/${siti.id}/phone`,
  },

  // Saved views
  'POST /api/views': {
    by: 'hq',
    about: ['views'],
    path: fixedPath('/api/views'),
    body: () => ({ list: 'members', name: 'Jepun', search: 'country=Japan&role=member', isShared: true }),
  },
  'DELETE /api/views/:id': { by: 'hq', about: ['views'], path: ({ viewId }) => `/api/views/${viewId}` },

  // Devices, keys, calls, files
  'POST /api/push/devices': needsDevice,
  'DELETE /api/push/devices/:id': ownRow,
  'PUT /api/push/quiet-hours': ownRow,
  'PUT /api/keys/me': needsBrowserKeys,
  'DELETE /api/keys/me': needsBrowserKeys,
  'PUT /api/keys/me/name': needsBrowserKeys,
  'POST /api/keys/me/devices': needsBrowserKeys,
  'DELETE /api/keys/me/devices/:dev': needsBrowserKeys,
  'POST /api/keys/me/links': ownRow,
  'PUT /api/keys/me/links/:id': ownRow,
  'DELETE /api/keys/me/links/:id': ownRow,
  'PUT /api/keys/me/vault': ownRow,
  'POST /api/keys/me/wraps': needsBrowserKeys,
  'DELETE /api/keys/me/wraps/:id': needsBrowserKeys,
  'POST /api/groups/:id/roster': needsBrowserKeys,
  'POST /api/groups/:id/epochs': needsBrowserKeys,
  'POST /api/groups/:id/calls': needsBrowserKeys,
  'POST /api/calls/:id/alive': needsBrowserKeys,
  'POST /api/calls/:id/leave': needsBrowserKeys,
  'POST /api/calls/:id/decline': needsBrowserKeys,
  'POST /api/calls/:id/publish': janus,
  'POST /api/calls/:id/subscribe': janus,
  'POST /api/calls/:id/accept': janus,
  'POST /api/files': needsFile,
  'POST /api/imports': needsFile,
  'DELETE /api/imports/:id': needsFile,
  'PUT /api/imports/:id/columns': needsFile,
  'POST /api/imports/:id/confirm': needsFile,
  'POST /api/imports/:id/invite': needsFile,
  'POST /api/imports/:id/propose': needsFile,
  'PUT /api/imports/:id/rows/:line': needsFile,
  'POST /api/imports/:id/undo': needsFile,
  'POST /api/outbox/bounces': ownRow,
  'POST /api/unsubscribe/:token': ownRow,
  'POST /api/verify': readOnly,

  // Background jobs
  'job deliver_announcements': {
    ...buildJob('deliver_announcements', 'announcement', 'ali'),
    before: ({ scheduledId }) => `update announcements set send_at = now() where id = ${scheduledId}`,
  },
  'job deliver_roll_calls': buildJob('deliver_roll_calls', 'roll-call'),
  'job advance_activities': buildJob('advance_activities', 'activity'),
  'job remind_participants': buildJob('remind_participants', 'activity', 'ali'),
  'job sweep_erased': buildJob('sweep_erased', 'ali'),
  'job look_for_pairs': 'one at a time',
  'job settle_merges': buildJob('settle_merges', 'ali'),
  'job erase_rejected': 'what is over',
  'job remind_offices': buildJob('remind_offices', 'office'),
  'job count_messages': 'one at a time',
  'job settle_times': 'nothing to settle',
  'job sweep_roll_calls': 'what is over',
  'job sweep_expired': 'what is over',
  'job sweep_downloads': 'what is over',
  'job sweep_files': 'what is over',
  'job sweep_imports': 'what is over',
  'job prepare_download': needsFile,
  'job send_mail': 'speaks with a mail server',
  'job send_mails': 'speaks with a mail server',
  'job send_reset_link': createsNew,
  'job push_messages': 'speaks with push services',
  'job send_push': 'speaks with push services',
  'job tell_mentions': createsNew,
  'job work_on_import': needsFile,
  'job invite_imported': needsFile,
  'job resume_imports': needsFile,
  'job unlock_dead_workers': 'of the runner alone',
}

function buildJob(name: string, ...about: RaceSubject[]): RaceCall {
  return {
    about,
    run: async ({ context }) => {
      const task = createTaskHandlers(context)[name] as (payload: object, helpers: object) => Promise<unknown>
      await task({}, {})
    },
  }
}
