// Keeps the local sockets of each user in the Socket.IO rooms of the user's groups.
// Membership events arrive in commit order, before the event of any message that was committed after them.
import type { Pool } from 'pg'
import type { Signal } from '#server/db/bus.ts'
import { type AppServer, type AppSocket, groupRoom, membersRoom, userRoom } from '#server/realtime/sockets.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import { findHeadFor, findMemberships, type Heads } from './memberships.queries.ts'

type MembersSignal = Extract<Signal, { type: 'members' }>

/** Topics that a client reloads after joining or leaving a group. */
const topics: Topic[] = ['groups', 'messages', 'calls']

export interface Memberships {
  /** Joins the rooms of all groups of the user before the socket is admitted, so that no event is missed. */
  load(socket: AppSocket): Promise<void>
  /** Compares the rooms of all sockets with the database, after membership events may have been lost. */
  reload(): Promise<void>
  apply(signal: MembersSignal): void
  /**
   * Returns the sequence numbers of the group for a member. The membership is still valid when the promise resolves.
   */
  findHead(userId: number, groupId: number): Promise<Heads | undefined>
}

function listJoinedGroups(socket: AppSocket): number[] {
  const rooms = [...socket.rooms].filter(room => room.startsWith('member:'))
  return rooms.map(room => Number(room.slice('member:'.length)))
}

function leaveRooms(socket: AppSocket, groupId: number): void {
  void socket.leave(membersRoom(groupId))
  void socket.leave(groupRoom(groupId))
}

export function createMemberships(io: AppServer, pool: Pool): Memberships {
  let eventCount = 0

  /** Repeats the read until no membership event arrived during it. */
  async function readConsistently<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = eventCount
      const result = await read()
      if (before === eventCount) return result
    }
  }

  return {
    load: async socket => {
      const { id } = socket.data.user
      const groups = await readConsistently(() => findMemberships(pool, [id]))
      await socket.join((groups.get(id) ?? []).map(membersRoom))
    },

    reload: async () => {
      const listUserIds = () => [...io.sockets.sockets.values()].map(socket => socket.data.user.id)
      const groups = await readConsistently(() => findMemberships(pool, [...new Set(listUserIds())]))
      for (const socket of io.sockets.sockets.values()) {
        // A socket that connected during the read has already joined its rooms.
        const currentGroups = groups.get(socket.data.user.id)
        if (!currentGroups) continue
        for (const groupId of listJoinedGroups(socket))
          if (!currentGroups.includes(groupId)) leaveRooms(socket, groupId)
        void socket.join(currentGroups.map(membersRoom))
      }
    },

    apply: ({ groupId, added = [], removed = [], by }) => {
      eventCount++
      for (const id of removed) {
        io.in(userRoom(id)).socketsLeave([membersRoom(groupId), groupRoom(groupId)])
      }
      for (const id of added) io.in(userRoom(id)).socketsJoin(membersRoom(groupId))
      io.to([...added, ...removed].map(userRoom)).emit('refresh', [{ topics, by }])
    },

    findHead: (userId, groupId) => readConsistently(() => findHeadFor(pool, userId, groupId)),
  }
}
