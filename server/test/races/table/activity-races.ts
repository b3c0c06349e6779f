// Entries of the concurrency test table: requests about activities, check-in and calendar feeds.
import { randomUUID } from 'node:crypto'
import { buildFixedPath, createsNew, type RaceTable } from './race-call.ts'

export const activityRaces: RaceTable = {
  'POST /api/activities': createsNew,
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
  'PUT /api/activities/:id/answers': 'the activity of the race fixture has no questions',
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
  'POST /api/check-in/:id/self':
    'needs the current check-in code; uses the service of POST /api/check-in/:id',
  'POST /api/calendar/feeds': {
    by: 'siti',
    about: ['siti'],
    path: buildFixedPath('/api/calendar/feeds'),
    body: () => ({}),
  },
  'DELETE /api/calendar/feeds/:id': {
    by: 'ali',
    about: [],
    path: ({ feedId }) => `/api/calendar/feeds/${feedId}`,
  },
}
