// Race table entries: requests about tags.
import { fixedPath, type RaceTable } from './race-call.ts'

export const tagRaces: RaceTable = {
  'POST /api/tags': {
    by: 'encik',
    about: ['tags'],
    path: fixedPath('/api/tags'),
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
    path: fixedPath('/api/tags/users/add'),
    body: ({ ali, siti, tagId }) => ({ ids: [siti.id, ali.id], tagId }),
  },
  'POST /api/tags/users/remove': {
    by: 'chief',
    about: ['tags', 'siti'],
    path: fixedPath('/api/tags/users/remove'),
    body: ({ siti, tagId }) => ({ ids: [siti.id], tagId }),
  },
}
