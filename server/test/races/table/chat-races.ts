// Entries of the concurrency test table: requests and socket events about groups, messages and reports.
import { randomUUID } from 'node:crypto'
import { writeMessagesOfOneGroup } from '#server/features/chat/messages/write-messages.service.ts'
import { buildFixedPath, ownRow, type RaceTable } from './race-call.ts'

export const chatRaces: RaceTable = {
  'POST /api/groups': [
    {
      by: 'farid',
      about: ['ali', 'siti'],
      path: buildFixedPath('/api/groups'),
      body: ({ ali, siti }) => ({ name: 'Baharu', memberIds: [ali.id, siti.id] }),
    },
    {
      by: 'farid',
      about: ['ali'],
      path: buildFixedPath('/api/groups'),
      body: ({ ali }) => ({ direct: true, memberIds: [ali.id] }),
    },
  ],
  'PUT /api/groups/:id': {
    by: 'ali',
    about: ['group', 'message'],
    path: ({ groupId }) => `/api/groups/${groupId}`,
    body: () => ({ isActive: false }),
  },
  'POST /api/groups/:id/members': {
    by: 'ali',
    about: ['group', 'farid'],
    path: ({ groupId }) => `/api/groups/${groupId}/members`,
    body: ({ farid }) => ({ userIds: [farid.id] }),
  },
  'DELETE /api/groups/:id/members': [
    {
      by: 'ali',
      about: ['group', 'message'],
      path: ({ groupId }) => `/api/groups/${groupId}/members`,
      body: ({ siti }) => ({ userIds: [siti.id] }),
    },
    {
      by: 'siti',
      about: ['group', 'message'],
      path: ({ groupId }) => `/api/groups/${groupId}/members`,
      body: ({ siti }) => ({ userIds: [siti.id] }),
    },
  ],
  'PUT /api/groups/:id/members/:userId': {
    by: 'ali',
    about: ['group'],
    path: ({ groupId, siti }) => `/api/groups/${groupId}/members/${siti.id}`,
    body: () => ({ role: 'admin' }),
  },
  'PUT /api/groups/:id/place': ownRow,
  'POST /api/groups/:id/read': ownRow,
  'PUT /api/groups/:id/pins': {
    by: 'ali',
    about: ['message'],
    path: ({ groupId }) => `/api/groups/${groupId}/pins`,
    body: () => ({ seq: 1, isPinned: true }),
  },
  'PUT /api/blocks/:userId': {
    by: 'siti',
    about: ['direct', 'ali'],
    path: ({ ali }) => `/api/blocks/${ali.id}`,
    body: () => ({ isBlocked: true }),
  },
  'POST /api/messages/:groupId/changes': [
    {
      by: 'ali',
      about: ['message'],
      path: ({ groupId }) => `/api/messages/${groupId}/changes`,
      body: () => ({ seq: 1, op: 'edit', clientId: randomUUID(), content: 'lain' }),
    },
    {
      by: 'ali',
      about: ['message'],
      path: ({ groupId }) => `/api/messages/${groupId}/changes`,
      body: () => ({ seq: 1, op: 'delete', clientId: randomUUID() }),
    },
    {
      by: 'siti',
      about: ['message'],
      path: ({ groupId }) => `/api/messages/${groupId}/changes`,
      body: () => ({ seq: 1, op: 'react', clientId: randomUUID(), content: '👍' }),
    },
  ],
  'socket send-message': {
    by: 'siti',
    about: ['message', 'direct'],
    run: async ({ context, pool }, { groupId, siti }) => {
      const message = {
        groupId,
        clientId: randomUUID(),
        content: 'tiga',
        messageType: 'text',
        metadata: null,
        user: { ...siti, profileImageUrl: null },
        sessionId: siti.sessionId,
      }
      return writeMessagesOfOneGroup(context.db, pool, [message])
    },
  },
  'POST /api/reports': {
    by: 'encik',
    about: ['report', 'message'],
    path: buildFixedPath('/api/reports'),
    body: ({ messageIds }) => ({ messageId: messageIds[0], reason: 'abuse' }),
  },
  'POST /api/reports/:id/hide': {
    by: 'hq',
    about: ['report', 'message'],
    path: ({ reportId }) => `/api/reports/${reportId}/hide`,
    body: () => ({ reason: 'spam' }),
  },
  'POST /api/reports/:id/dismiss': {
    by: 'chief',
    about: ['report'],
    path: ({ reportId }) => `/api/reports/${reportId}/dismiss`,
  },
  'POST /api/notifications/read': ownRow,
}
