// Entries of the concurrency test table: requests about custom fields and their values.
import { buildFixedPath, type RaceTable } from './race-call.ts'

const change = {
  label: 'Saiz jaket',
  help: '',
  section: '',
  isRequired: true,
  visibleTo: 'both',
  editableBy: 'both',
  choices: [],
}

export const customFieldRaces: RaceTable = {
  'POST /api/custom-fields': {
    by: 'encik',
    about: ['fields', 'encik'],
    path: buildFixedPath('/api/custom-fields'),
    body: ({ clubId }) => ({ ...change, country: null, clubId, kind: 'text' }),
  },
  'PUT /api/custom-fields/:id': {
    by: 'encik',
    about: ['fields', 'encik'],
    path: ({ fieldId }) => `/api/custom-fields/${fieldId}`,
    // The version must equal that of the custom field in the test data, or the server rejects the change.
    body: () => ({ ...change, editedVersion: '2026-01-01T00:00:00.000Z' }),
  },
  'PUT /api/custom-fields/order': {
    by: 'encik',
    about: ['fields'],
    path: buildFixedPath('/api/custom-fields/order'),
    body: ({ clubId, fieldId }) => ({ country: null, clubId, ids: [fieldId] }),
  },
  'DELETE /api/custom-fields/:id': {
    by: 'hq',
    about: ['fields'],
    path: ({ fieldId }) => `/api/custom-fields/${fieldId}`,
  },
  'POST /api/custom-fields/:id/restore': {
    by: 'hq',
    about: ['fields'],
    path: ({ fieldId }) => `/api/custom-fields/${fieldId}/restore`,
  },
  'PUT /api/profile/custom-fields': {
    by: 'ali',
    about: ['fields', 'ali'],
    path: buildFixedPath('/api/profile/custom-fields'),
    body: ({ fieldId }) => ({ values: { [fieldId]: 'XL' } }),
  },
  'PUT /api/users/:id/custom-fields': {
    by: 'encik',
    about: ['fields', 'ali', 'encik'],
    path: ({ ali }) => `/api/users/${ali.id}/custom-fields`,
    body: ({ fieldId }) => ({ values: { [fieldId]: 'S' } }),
  },
}
