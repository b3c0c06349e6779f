// Keeps the local sockets of each user in the Socket.IO rooms of the user's groups.
// Events of group joins and leaves arrive in commit order, before events of messages that were committed later.
import type { Pool } from 'pg'
import type { BusEvent } from '#server/db/bus/bus.ts'
import {
  type AppServer,
  type AppSocket,
  getGroupRoomName,
  getMembersRoomName,
  getUserRoomName,
} from '#server/realtime/sockets.ts'
import type { Topic } from '#shared/realtime/topics.ts'
import {
  findGroupIdsByUser,
  findLastSequenceNumbersOfGroupIfMember,
  type GroupHead,
} from './memberships.queries.ts'

type MembersSignal = Extract<BusEvent, { type: 'members' }>

/** Topics (kinds of cached data) that a client reloads after its user has joined or left a group. */
const topics: Topic[] = ['groups', 'messages', 'calls']

export interface GroupRoomManager {
  /** Joins a new socket to its user's group rooms before the connection is accepted, so that it misses no event. */
  joinGroupRooms(socket: AppSocket): Promise<void>
  /** Corrects the rooms of all sockets by the memberships in the database, after membership events were lost. */
  reconcileRooms(): Promise<void>
  applyMembershipEvent(signal: MembersSignal): void
  /**
   * Returns the last sequence numbers of the group, or undefined unless the user is a member when the promise resolves.
   */
  findGroupHead(userId: number, groupId: number): Promise<GroupHead | undefined>
}

function listJoinedGroups(socket: AppSocket): number[] {
  const rooms = [...socket.rooms].filter(room => room.startsWith('member:'))
  return rooms.map(room => Number(room.slice('member:'.length)))
}

function leaveGroupRooms(socket: AppSocket, groupId: number): void {
  void socket.leave(getMembersRoomName(groupId))
  void socket.leave(getGroupRoomName(groupId))
}

export function createGroupSocketRoomManager(io: AppServer, pool: Pool): GroupRoomManager {
  let eventCount = 0

  /** Repeats reading the group memberships until no membership event arrived during the read. */
  async function readConsistently<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = eventCount
      const result = await read()
      if (before === eventCount) return result
    }
  }

  return {
    joinGroupRooms: async socket => {
      const { id } = socket.data.user
      const groups = await readConsistently(() => findGroupIdsByUser(pool, [id]))
      await socket.join((groups.get(id) ?? []).map(getMembersRoomName))
    },

    reconcileRooms: async () => {
      const listUserIds = () => [...io.sockets.sockets.values()].map(socket => socket.data.user.id)
      const groups = await readConsistently(() => findGroupIdsByUser(pool, [...new Set(listUserIds())]))
      for (const socket of io.sockets.sockets.values()) {
        // A user who connected during the read is missing in `groups`, but joined the rooms when connecting.
        const currentGroups = groups.get(socket.data.user.id)
        if (!currentGroups) continue
        for (const groupId of listJoinedGroups(socket))
          if (!currentGroups.includes(groupId)) leaveGroupRooms(socket, groupId)
        void socket.join(currentGroups.map(getMembersRoomName))
      }
    },

    applyMembershipEvent: ({ groupId, added = [], removed = [], by }) => {
      eventCount++
      for (const id of removed) {
        io.in(getUserRoomName(id)).socketsLeave([getMembersRoomName(groupId), getGroupRoomName(groupId)])
      }
      for (const id of added) io.in(getUserRoomName(id)).socketsJoin(getMembersRoomName(groupId))
      io.to([...added, ...removed].map(getUserRoomName)).emit('refresh', [{ topics, by }])
    },

    findGroupHead: (userId, groupId) =>
      readConsistently(() => findLastSequenceNumbersOfGroupIfMember(pool, userId, groupId)),
  }
}
