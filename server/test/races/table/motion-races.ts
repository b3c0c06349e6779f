// Entries of the concurrency test table: requests about motions (open votes).
import { createsNew, type RaceTable } from './race-call.ts'

export const motionRaces: RaceTable = {
  'POST /api/motions': createsNew,
  'PUT /api/motions/:id': {
    by: 'encik',
    about: ['motion'],
    path: ({ motionDraftId }) => `/api/motions/${motionDraftId}`,
    body: ({ clubId, ali, siti }) => ({
      clubId,
      title: 'Usul lain',
      body: 'Teks lain',
      proposerId: ali.id,
      seconderId: siti.id,
      majority: 'two_thirds',
      closesAt: '2090-01-01T00:00:00.000Z',
    }),
  },
  'DELETE /api/motions/:id': {
    by: 'hq',
    about: ['motion'],
    path: ({ motionDraftId }) => `/api/motions/${motionDraftId}`,
  },
  'POST /api/motions/:id/open': {
    by: 'encik',
    about: ['motion'],
    path: ({ motionDraftId }) => `/api/motions/${motionDraftId}/open`,
  },
  'PUT /api/motions/:id/vote': {
    by: 'ali',
    about: ['motion', 'ali'],
    path: ({ motionId }) => `/api/motions/${motionId}/vote`,
    body: () => ({ choice: 'for' }),
  },
  'POST /api/motions/:id/close': {
    by: 'hq',
    about: ['motion'],
    path: ({ motionId }) => `/api/motions/${motionId}/close`,
    body: () => ({ reason: 'Selesai' }),
  },
}
