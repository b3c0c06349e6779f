// Types of the Socket.IO server and sockets, and the names of the rooms that sockets join.
import type { Server, Socket } from 'socket.io'
import type { BusEvent } from '#server/db/bus/bus.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ClientEvents, ServerEvents } from '#shared/realtime/socket-events.ts'

export interface SocketData {
  sessionId: number
  user: CurrentUser
}
export type AppServer = Server<ClientEvents, ServerEvents, object, SocketData>
export type AppSocket = Socket<ClientEvents, ServerEvents, object, SocketData>

/** Hooks of a feature for sockets. Every feature receives every published event and ignores those of others. */
export interface SocketFeature {
  /** Runs before a socket is admitted; a rejected promise closes the connection. */
  beforeConnect?(socket: AppSocket): Promise<void>
  registerHandlers(socket: AppSocket): void
  handleEvent(signal: BusEvent): void
  /** Called after events may have been lost: reloads the missed state and retries until that succeeds. */
  recoverMissedEvents?(): Promise<void>
  stop(): Promise<void>
}

/** Room of all sockets of a user. */
export const getUserRoomName = (userId: number) => `user:${userId}`
/** Room of all sockets whose user is a member of the group; receives activity events. */
export const getMembersRoomName = (groupId: number) => `member:${groupId}`
/** Room of the sockets that have the group open; receives its messages. */
export const getGroupRoomName = (groupId: number) => `group:${groupId}`

/** Counts the sockets of this server instance in a room. The in-memory adapter knows no other instances. */
export function countSockets(io: AppServer, room: string): number {
  return io.of('/').adapter.rooms.get(room)?.size ?? 0
}
