// Entries of the concurrency test table: requests that change users and their memberships.
import { buildFixedPath, createsNew, needsDevice, ownRow, type RaceTable } from './race-call.ts'

const eachAlone = 'decides each listed user separately, like the request for one user'

export const userRaces: RaceTable = {
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
    path: buildFixedPath('/api/users/approve'),
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
  'POST /api/account/merging/:id/confirm': 'uses the service of POST /api/merging/:id/with/:otherId',
  'POST /api/account/merging/:id/decline': ownRow,
  'POST /api/profile/terms': createsNew,
  'POST /api/users/invite': eachAlone,
  'POST /api/users/reject': {
    by: 'hq',
    about: ['bakar'],
    path: buildFixedPath('/api/users/reject'),
    body: ({ bakar }) => ({ ids: [bakar.id] }),
  },
  'POST /api/users/deactivate': {
    by: 'chief',
    about: ['ali', 'siti', 'office'],
    path: buildFixedPath('/api/users/deactivate'),
    body: ({ siti, ali }) => ({ ids: [siti.id, ali.id] }),
  },
  'PUT /api/users/placement': {
    by: 'chief',
    about: ['ali', 'siti', 'office'],
    path: buildFixedPath('/api/users/placement'),
    body: ({ siti, ali }) => ({ ids: [siti.id, ali.id], currentCountry: 'Germany', clubId: null }),
  },
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
    {
      by: 'ali',
      about: ['ali'],
      path: buildFixedPath('/api/profile'),
      body: () => ({ phone: '+60199999999' }),
    },
    {
      by: 'bakar',
      about: ['bakar'],
      path: buildFixedPath('/api/profile'),
      body: () => ({ currentCountry: 'Germany' }),
    },
  ],
  'POST /api/profile/apply-again': 'only rejected applicants may call it, and the race fixture has none',
  'PUT /api/profile/listed': ownRow,
}
