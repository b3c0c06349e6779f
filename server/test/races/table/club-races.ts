// Entries of the concurrency test table: requests about clubs, offices and invitations.
import { buildFixedPath, createsNew, type RaceTable, readOnly } from './race-call.ts'

export const clubRaces: RaceTable = {
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
  'PUT /api/countries/open':
    'concerns all users of the installation, so it would disturb other races; countries.test.ts races it with registration',
  'PUT /api/offices/:id/term': {
    by: 'chief',
    about: ['office'],
    path: ({ officeId }) => `/api/offices/${officeId}/term`,
    body: () => ({ endsOn: '2040-01-01' }),
  },
  'POST /api/offices/appointments': {
    by: 'chief',
    about: ['ali', 'club'],
    path: buildFixedPath('/api/offices/appointments'),
    body: ({ ali }) => ({ userId: ali.id, office: 'event_lead', over: 'club', endsOn: '2090-01-01' }),
  },
  'POST /api/offices/appointments/:id/end': {
    by: 'hq',
    about: ['ali', 'club'],
    path: ({ appointmentId }) => `/api/offices/appointments/${appointmentId}/end`,
  },
  'POST /api/offices/handover': {
    by: 'encik',
    about: ['office'],
    path: buildFixedPath('/api/offices/handover'),
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
}
