// Types of the Socket.IO server and sockets, and the names of the rooms that sockets join.
import type { Server, Socket } from 'socket.io'
import type { BusEvent } from '#server/db/bus/bus.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { TextLanguage } from '#shared/language/languages.ts'
import type { ClientEvents, ServerEvents } from '#shared/realtime/socket-events.ts'

export interface SocketData {
  sessionId: number
  user: CurrentUser
  /** Language of the messages that the socket receives. It never changes, as choosing a language reloads the page. */
  language: TextLanguage
}
export type AppServer = Server<ClientEvents, ServerEvents, object, SocketData>
export type AppSocket = Socket<ClientEvents, ServerEvents, object, SocketData>

/**
 * Functions by which a feature handles sockets.
 * Each feature receives all events and ignores those of other features.
 */
export interface SocketHandlers {
  /** Hook that runs before the server accepts a socket. A rejected promise closes the socket. */
  beforeConnect?(socket: AppSocket): Promise<void>
  registerHandlers(socket: AppSocket): void
  handleEvent(signal: BusEvent): void
  /**
   * Hook that runs after events may have been lost.
   * The hook loads the changes that the lost events reported, and retries until this succeeds.
   */
  recoverMissedEvents?(): Promise<void>
  stop(): Promise<void>
}

/** Socket.IO room of all sockets of a user. */
export const getUserRoomName = (userId: number) => `user:${userId}`
/** Socket.IO room of all sockets whose user is a member of the group; receives group activity events. */
export const getMembersRoomName = (groupId: number) => `member:${groupId}`
/** Socket.IO room of the sockets that have the group open; receives the group's messages. */
export const getGroupRoomName = (groupId: number) => `group:${groupId}`

/** Counts the sockets of this server instance in a room. Sockets of other server instances are not counted. */
export function countSocketsInRoom(io: AppServer, room: string): number {
  return io.of('/').adapter.rooms.get(room)?.size ?? 0
}
