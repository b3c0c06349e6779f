// Entries of the concurrency test table: requests about the caller's own account, sign-in and registration.
import { randomUUID } from 'node:crypto'
import { testPassword } from '#server/test/harness/factories.ts'
import {
  buildFixedPath,
  createsNew,
  needsDevice,
  needsFile,
  ownRow,
  type RaceTable,
  readOnly,
} from './race-call.ts'

const buildPasswordBody = () => ({ currentPassword: testPassword })

export const accountRaces: RaceTable = {
  'POST /api/account/erase': [
    { by: 'ali', about: ['ali'], path: buildFixedPath('/api/account/erase'), body: buildPasswordBody },
    {
      by: 'encik',
      about: ['encik', 'office', 'club'],
      path: buildFixedPath('/api/account/erase'),
      body: buildPasswordBody,
    },
  ],
  'PUT /api/account/password': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: buildFixedPath('/api/account/password'),
    body: () => ({ currentPassword: testPassword, password: 'ombak-biru-77-lagi' }),
  },
  'POST /api/account/email': {
    by: 'ali',
    about: ['ali'],
    path: buildFixedPath('/api/account/email'),
    body: ({ ali }) => ({ ...buildPasswordBody(), email: `baharu.${ali.id}@contoh.my` }),
  },
  'POST /api/account/confirm': readOnly,
  'PUT /api/account/preferences': {
    by: 'ali',
    about: [],
    path: buildFixedPath('/api/account/preferences'),
    body: () => ({ channel: 'app', kind: 'activity.created', isOn: false }),
  },
  'PUT /api/account/language': ownRow,
  'PUT /api/account/presence': ownRow,
  'DELETE /api/account/sessions/:id': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: ({ ali }) => `/api/account/sessions/${ali.sessionId}`,
  },
  'POST /api/account/sessions/end-others': {
    by: 'aliElsewhere',
    about: ['ali'],
    path: buildFixedPath('/api/account/sessions/end-others'),
  },
  'POST /api/account/data': { by: 'ali', about: ['ali'], path: buildFixedPath('/api/account/data') },
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
    path: buildFixedPath('/api/auth/login'),
    body: ({ ali }) => ({ email: ali.email, password: testPassword }),
    // A concurrent request may end the new session before the sign-in responds, which then returns 401.
    equivalentResponses: { '401 unauthenticated': '200' },
  },
  'POST /api/auth/logout': { by: 'ali', about: ['ali'], path: buildFixedPath('/api/auth/logout') },
  'POST /api/auth/reset-password': {
    about: ['ali'],
    path: buildFixedPath('/api/auth/reset-password'),
    body: ({ links }) => ({ token: links.reset, password: 'ombak-biru-78-lagi' }),
  },
  'POST /api/auth/confirm-email': {
    about: ['bakar'],
    path: buildFixedPath('/api/auth/confirm-email'),
    body: ({ links }) => ({ token: links.confirm }),
  },
  'POST /api/auth/forgot-password': createsNew,
  'POST /api/auth/resend-confirmation': {
    by: 'bakar',
    about: ['bakar'],
    path: buildFixedPath('/api/auth/resend-confirmation'),
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
    path: buildFixedPath('/api/auth/proof/password'),
    body: () => ({ currentPassword: testPassword }),
  },
  'POST /api/auth/second-step': needsDevice,
  'POST /api/auth/google/link': needsDevice,
  'DELETE /api/auth/google/link': 'deletes a cookie and writes nothing to the database',
  'POST /api/auth/register': {
    about: ['invitation', 'club'],
    path: buildFixedPath('/api/auth/register'),
    body: ({ links, ali }) => ({
      email: `jemputan.${ali.id}.${randomUUID().slice(0, 8)}@contoh.my`,
      password: 'ombak-biru-77',
      fullName: 'Jemputan Bin Kelab',
      invitation: links.invitation,
    }),
  },
  'POST /api/auth/join': needsFile,
  'POST /api/auth/join/look': readOnly,
}
