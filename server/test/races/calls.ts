// Every call that changes something, as somebody makes it in the world of the races, and what it is about. Two that are
// about the same run against each other. What cannot get into another's way says why in a word. One table, which
// races.test.ts holds against the list of routes.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { writeMessages } from '#server/features/chat/write-messages.service.ts'
import { createTasks } from '#server/jobs/jobs.ts'
import { testPassword } from '#server/test/factories.ts'
import type { Name, World } from './world.ts'

/** What a call is about. A person: what becomes of them, or of their rights. */
export type Subject =
  | Name
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
  by?: Name | 'aliElsewhere'
  about: Subject[]
  path?: (world: World) => string
  body?: (world: World) => object
  /** Answers that can only come in between, and say the same as another: the first as the second. */
  alike?: Record<string, string>
  /** SQL that makes it possible, before both. */
  before?: (world: World) => string
  /** What is no call over HTTP. */
  run?: (app: FastifyInstance, world: World) => Promise<unknown>
}

const once = 'once' // each makes something new that nothing else refers to yet
const own = 'own row' // a single statement on a row that is the caller's alone
const question = 'question' // changes nothing
const proof = 'proof' // needs what only a device can sign; the services are the same as of calls in the table
const sealed = 'sealed' // needs what browsers sign: rosters and epochs have schedules of their own in server/features/keys
const janus = 'Janus' // speaks with the forwarder and writes nothing
const file = 'file' // a form with a file; import and upload have tests of their own

const to = (path: string) => () => path
const proved = () => ({ currentPassword: testPassword })

/** Whoever is named in a list is decided alone, as by the call for one. */
const eachAlone = 'each alone'

export const calls: Record<string, RaceCall | RaceCall[] | string> = {
  // People
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
    path: to('/api/users/approve'),
    body: ({ bakar }) => ({ ids: [bakar.id] }),
  },
  'POST /api/merging/:id/with/:otherId': {
    by: 'chief',
    about: ['ali', 'bakar', 'group'],
    path: ({ ali, bakar }) => `/api/merging/${ali.id}/with/${bakar.id}`,
    body: () => ({ take: [] }),
    before: ({ chief }) => `update sessions set confirmed_at = now() where user_id = ${chief.id}`,
  },
  'POST /api/merging/pairs/:id/dismiss': own,
  'DELETE /api/merging/requests/:id': own,
  'POST /api/account/merging/:id/confirm': 'as merging',
  'POST /api/account/merging/:id/decline': own,
  'POST /api/profile/terms': once,
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
  'POST /api/users/:id/reset-two-factor': proof,
  'POST /api/users/:id/unmask': {
    by: 'hq',
    about: ['ali'],
    path: ({ ali }) => `/api/users/${ali.id}/unmask`,
  },
  'PUT /api/profile': [
    { by: 'ali', about: ['ali'], path: to('/api/profile'), body: () => ({ phone: '+60199999999' }) },
    { by: 'bakar', about: ['bakar'], path: to('/api/profile'), body: () => ({ currentCountry: 'Germany' }) },
  ],
  'POST /api/profile/apply-again': 'of the rejected alone',
  'PUT /api/profile/listed': own,

  // One's own account
  'POST /api/account/erase': [
    { by: 'ali', about: ['ali'], path: to('/api/account/erase'), body: proved },
    { by: 'encik', about: ['encik', 'office', 'club'], path: to('/api/account/erase'), body: proved },
  ],
  'PUT /api/account/password': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: to('/api/account/password'),
    body: () => ({ currentPassword: testPassword, password: 'ombak-biru-77-lagi' }),
  },
  'POST /api/account/email': {
    by: 'ali',
    about: ['ali'],
    path: to('/api/account/email'),
    body: ({ ali }) => ({ ...proved(), email: `baharu.${ali.id}@contoh.my` }),
  },
  'POST /api/account/confirm': question,
  'PUT /api/account/preferences': {
    by: 'ali',
    about: [],
    path: to('/api/account/preferences'),
    body: () => ({ channel: 'app', kind: 'activity.created', isOn: false }),
  },
  'PUT /api/account/presence': own,
  'DELETE /api/account/sessions/:id': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: ({ ali }) => `/api/account/sessions/${ali.sessionId}`,
  },
  'POST /api/account/sessions/end-others': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: to('/api/account/sessions/end-others'),
  },
  'POST /api/account/data': { by: 'ali', about: ['ali'], path: to('/api/account/data') },
  'DELETE /api/account/google': proof,
  'POST /api/account/google': question,
  'POST /api/account/passkeys': proof,
  'DELETE /api/account/passkeys/:id': proof,
  'PUT /api/account/passkeys/:id': proof,
  'POST /api/account/passkeys/options': question,
  'DELETE /api/account/two-factor': proof,
  'POST /api/account/two-factor': proof,
  'POST /api/account/two-factor/codes': proof,
  'POST /api/account/two-factor/key': proof,
  'POST /api/auth/login': {
    about: ['ali'],
    path: to('/api/auth/login'),
    body: ({ ali }) => ({ email: ali.email, password: testPassword }),
    // Let in, and sent out again before the answer: the next call would have said so.
    alike: { '401 unauthenticated': '200' },
  },
  'POST /api/auth/logout': { by: 'ali', about: ['ali'], path: to('/api/auth/logout') },
  'POST /api/auth/reset-password': {
    about: ['ali'],
    path: to('/api/auth/reset-password'),
    body: ({ links }) => ({ token: links.reset, password: 'ombak-biru-78-lagi' }),
  },
  'POST /api/auth/confirm-email': {
    about: ['bakar'],
    path: to('/api/auth/confirm-email'),
    body: ({ links }) => ({ token: links.confirm }),
  },
  'POST /api/auth/forgot-password': once,
  'POST /api/auth/resend-confirmation': {
    by: 'bakar',
    about: ['bakar'],
    path: to('/api/auth/resend-confirmation'),
  },
  'POST /api/auth/not-me': proof,
  'POST /api/auth/passkey': proof,
  'POST /api/auth/passkey/options': question,
  'POST /api/auth/proof/code': proof,
  'POST /api/auth/proof/passkey': proof,
  'POST /api/auth/proof/passkey/options': question,
  'POST /api/auth/proof/password': {
    by: 'ali',
    about: ['ali'],
    path: to('/api/auth/proof/password'),
    body: () => ({ currentPassword: testPassword }),
  },
  'POST /api/auth/second-step': proof,
  'POST /api/auth/google/link': proof,
  'DELETE /api/auth/google/link': 'a cookie',
  'POST /api/auth/register': {
    about: ['invitation', 'club'],
    path: to('/api/auth/register'),
    body: ({ links, ali }) => ({
      email: `jemputan.${ali.id}.${randomUUID().slice(0, 8)}@contoh.my`,
      password: 'ombak-biru-77',
      fullName: 'Jemputan Bin Kelab',
      invitation: links.invitation,
    }),
  },
  'POST /api/auth/join': file,
  'POST /api/auth/join/look': question,

  // Activities
  'POST /api/activities': once,
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
    path: to('/api/calendar/feeds'),
    body: () => ({}),
  },
  'DELETE /api/calendar/feeds/:id': {
    by: 'ali',
    about: [],
    path: ({ feedId }) => `/api/calendar/feeds/${feedId}`,
  },

  // Clubs, offices, invitations
  'POST /api/clubs': once,
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
  'POST /api/clubs/:id/cards': question,
  'PUT /api/offices/:id/term': {
    by: 'chief',
    about: ['office'],
    path: ({ officeId }) => `/api/offices/${officeId}/term`,
    body: () => ({ endsOn: '2040-01-01' }),
  },
  'POST /api/offices/handover': {
    by: 'encik',
    about: ['office'],
    path: to('/api/offices/handover'),
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
  'POST /api/invitations': once,
  'DELETE /api/invitations/:id': {
    by: 'hq',
    about: ['invitation'],
    path: ({ invitationId }) => `/api/invitations/${invitationId}`,
  },

  // Groups and what is said in them
  'POST /api/groups': [
    {
      by: 'farid',
      about: ['ali', 'siti'],
      path: to('/api/groups'),
      body: ({ ali, siti }) => ({ name: 'Baharu', memberIds: [ali.id, siti.id] }),
    },
    {
      by: 'farid',
      about: ['ali'],
      path: to('/api/groups'),
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
  'PUT /api/groups/:id/place': own,
  'POST /api/groups/:id/read': own,
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
      return writeMessages(context.db, pool, [message])
    },
  },
  'POST /api/reports': {
    by: 'encik',
    about: ['report', 'message'],
    path: to('/api/reports'),
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
  'POST /api/notifications/read': own,

  // One voice to many
  'POST /api/announcements': once,
  'POST /api/announcements/audience': question,
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
  'POST /api/announcements/:id/read': own,
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
  'POST /api/roll-calls': once,
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

  // Lists
  'POST /api/views': {
    by: 'hq',
    about: ['views'],
    path: to('/api/views'),
    body: () => ({ list: 'members', name: 'Jepun', search: 'country=Japan&role=member', isShared: true }),
  },
  'DELETE /api/views/:id': { by: 'hq', about: ['views'], path: ({ viewId }) => `/api/views/${viewId}` },

  // Devices, keys, calls, files
  'POST /api/push/devices': proof,
  'DELETE /api/push/devices/:id': own,
  'PUT /api/push/quiet-hours': own,
  'PUT /api/keys/me': sealed,
  'DELETE /api/keys/me': sealed,
  'PUT /api/keys/me/name': sealed,
  'POST /api/keys/me/devices': sealed,
  'DELETE /api/keys/me/devices/:dev': sealed,
  'POST /api/keys/me/links': own,
  'PUT /api/keys/me/links/:id': own,
  'DELETE /api/keys/me/links/:id': own,
  'PUT /api/keys/me/vault': own,
  'POST /api/keys/me/wraps': sealed,
  'DELETE /api/keys/me/wraps/:id': sealed,
  'POST /api/groups/:id/roster': sealed,
  'POST /api/groups/:id/epochs': sealed,
  'POST /api/groups/:id/calls': sealed,
  'POST /api/calls/:id/alive': sealed,
  'POST /api/calls/:id/leave': sealed,
  'POST /api/calls/:id/decline': sealed,
  'POST /api/calls/:id/publish': janus,
  'POST /api/calls/:id/subscribe': janus,
  'POST /api/calls/:id/accept': janus,
  'POST /api/files': file,
  'POST /api/imports': file,
  'DELETE /api/imports/:id': file,
  'PUT /api/imports/:id/columns': file,
  'POST /api/imports/:id/confirm': file,
  'POST /api/imports/:id/invite': file,
  'POST /api/imports/:id/propose': file,
  'PUT /api/imports/:id/rows/:line': file,
  'POST /api/imports/:id/undo': file,
  'POST /api/outbox/bounces': own,
  'POST /api/unsubscribe/:token': own,
  'POST /api/verify': question,

  // What the program does by itself
  'job deliver_announcements': {
    ...job('deliver_announcements', 'announcement', 'ali'),
    before: ({ scheduledId }) => `update announcements set send_at = now() where id = ${scheduledId}`,
  },
  'job deliver_roll_calls': job('deliver_roll_calls', 'roll-call'),
  'job advance_activities': job('advance_activities', 'activity'),
  'job remind_participants': job('remind_participants', 'activity', 'ali'),
  'job sweep_erased': job('sweep_erased', 'ali'),
  'job look_for_pairs': 'one at a time',
  'job settle_merges': job('settle_merges', 'ali'),
  'job erase_rejected': 'what is over',
  'job remind_offices': job('remind_offices', 'office'),
  'job count_messages': 'one at a time',
  'job settle_times': 'nothing to settle',
  'job sweep_roll_calls': 'what is over',
  'job sweep_expired': 'what is over',
  'job sweep_downloads': 'what is over',
  'job sweep_files': 'what is over',
  'job sweep_imports': 'what is over',
  'job prepare_download': file,
  'job send_mail': 'speaks with a mail server',
  'job send_mails': 'speaks with a mail server',
  'job send_reset_link': once,
  'job push_messages': 'speaks with push services',
  'job send_push': 'speaks with push services',
  'job tell_mentions': once,
  'job work_on_import': file,
  'job invite_imported': file,
  'job resume_imports': file,
  'job unlock_dead_workers': 'of the runner alone',
}

function job(name: string, ...about: Subject[]): RaceCall {
  return {
    about,
    run: async ({ context }) => {
      const task = createTasks(context)[name] as (payload: object, helpers: object) => Promise<unknown>
      await task({}, {})
    },
  }
}
