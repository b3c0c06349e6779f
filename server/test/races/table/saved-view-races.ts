// Entries of the concurrency test table: requests about saved list views.
import { buildFixedPath, type RaceTable } from './race-call.ts'

export const savedViewRaces: RaceTable = {
  'POST /api/views': {
    by: 'hq',
    about: ['views'],
    path: buildFixedPath('/api/views'),
    body: () => ({ list: 'members', name: 'Jepun', search: 'country=Japan&role=member', isShared: true }),
  },
  'DELETE /api/views/:id': { by: 'hq', about: ['views'], path: ({ viewId }) => `/api/views/${viewId}` },
}
