// Entries of the concurrency test table: requests about tags and segments (saved member filters).
import { buildFixedPath, type RaceTable, readOnly } from './race-call.ts'

const segment = { name: 'Baharu', match: 'any', conditions: [{ kind: 'status', values: ['active'] }] }

export const tagRaces: RaceTable = {
  'POST /api/tags': {
    by: 'encik',
    about: ['tags'],
    path: buildFixedPath('/api/tags'),
    body: () => ({ name: 'Tag baharu' }),
  },
  'PUT /api/tags/:id': {
    by: 'encik',
    about: ['tags'],
    path: ({ tagId }) => `/api/tags/${tagId}`,
    body: () => ({ name: 'Tag baharu' }),
  },
  'DELETE /api/tags/:id': { by: 'encik', about: ['tags'], path: ({ tagId }) => `/api/tags/${tagId}` },
  'POST /api/tags/users/add': {
    by: 'hq',
    about: ['tags', 'ali', 'siti'],
    path: buildFixedPath('/api/tags/users/add'),
    body: ({ ali, siti, tagId }) => ({ ids: [siti.id, ali.id], tagId }),
  },
  'POST /api/tags/users/remove': {
    by: 'chief',
    about: ['tags', 'siti'],
    path: buildFixedPath('/api/tags/users/remove'),
    body: ({ siti, tagId }) => ({ ids: [siti.id], tagId }),
  },
  'POST /api/segments': {
    by: 'encik',
    about: ['segments'],
    path: buildFixedPath('/api/segments'),
    body: () => segment,
  },
  'POST /api/segments/count': readOnly,
  'PUT /api/segments/:id': {
    by: 'encik',
    about: ['segments'],
    path: ({ segmentId }) => `/api/segments/${segmentId}`,
    body: () => segment,
  },
  'DELETE /api/segments/:id': {
    by: 'encik',
    about: ['segments'],
    path: ({ segmentId }) => `/api/segments/${segmentId}`,
  },
}
