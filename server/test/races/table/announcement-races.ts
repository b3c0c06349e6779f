// Entries of the concurrency test table: requests about announcements and roll-calls (safety checks).
import { createsNew, ownRow, type RaceTable, readOnly } from './race-call.ts'

export const announcementRaces: RaceTable = {
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
}
