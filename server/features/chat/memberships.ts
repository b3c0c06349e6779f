// Which sockets of this instance belong to which group, kept as rooms. Changes are heard in the order of their
// commits, before the announcement of any message that was committed after them.
import type { Pool } from 'pg'
import type { Signal } from '#server/db/bus.ts'
import { type AppServer, type AppSocket, groupRoom, membersRoom, userRoom } from '#server/realtime/sockets.ts'
import type { Topic } from '#shared/contracts/topics.ts'
import { findHeadFor, findMemberships, type Heads } from './memberships.queries.ts'

type MembersSignal = Extract<Signal, { type: 'members' }>

/** What somebody sees change when a group is theirs or no longer is. */
const topics: Topic[] = ['groups', 'messages', 'calls']

export interface Memberships {
  /** Before the socket is let in, so that from then on it misses nothing. */
  load(socket: AppSocket): Promise<void>
  /** Changes may have gone unheard: all sockets are held against the database. */
  reload(): Promise<void>
  apply(signal: MembersSignal): void
  /** How far the group has come, for a member; what is answered still holds when the promise resolves. */
  findHead(userId: number, groupId: number): Promise<Heads | undefined>
}

function groupsOf(socket: AppSocket): number[] {
  const rooms = [...socket.rooms].filter(room => room.startsWith('member:'))
  return rooms.map(room => Number(room.slice('member:'.length)))
}

function leave(socket: AppSocket, groupId: number): void {
  void socket.leave(membersRoom(groupId))
  void socket.leave(groupRoom(groupId))
}

export function createMemberships(io: AppServer, pool: Pool): Memberships {
  let changes = 0

  /** What was read while something changed may be of before or after it: it is read again. */
  async function steady<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = changes
      const result = await read()
      if (before === changes) return result
    }
  }

  return {
    load: async socket => {
      const { id } = socket.data.user
      const groups = await steady(() => findMemberships(pool, [id]))
      await socket.join((groups.get(id) ?? []).map(membersRoom))
    },

    reload: async () => {
      const people = () => [...io.sockets.sockets.values()].map(socket => socket.data.user.id)
      const groups = await steady(() => findMemberships(pool, [...new Set(people())]))
      for (const socket of io.sockets.sockets.values()) {
        // One that came in meanwhile has loaded its own.
        const now = groups.get(socket.data.user.id)
        if (!now) continue
        for (const groupId of groupsOf(socket)) if (!now.includes(groupId)) leave(socket, groupId)
        void socket.join(now.map(membersRoom))
      }
    },

    apply: ({ groupId, added = [], removed = [], by }) => {
      changes++
      for (const id of removed) {
        io.in(userRoom(id)).socketsLeave([membersRoom(groupId), groupRoom(groupId)])
      }
      for (const id of added) io.in(userRoom(id)).socketsJoin(membersRoom(groupId))
      io.to([...added, ...removed].map(userRoom)).emit('refresh', [{ topics, by }])
    },

    findHead: (userId, groupId) => steady(() => findHeadFor(pool, userId, groupId)),
  }
}
