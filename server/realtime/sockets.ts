// What a socket is here: its events, whose it is, and the rooms it stands in.
import type { Server, Socket } from 'socket.io'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { ClientEvents, ServerEvents } from '#shared/contracts/socket.ts'

export interface SocketData {
  sessionId: number
  user: CurrentUser
}
export type AppServer = Server<ClientEvents, ServerEvents, object, SocketData>
export type AppSocket = Socket<ClientEvents, ServerEvents, object, SocketData>

/** All sockets of one person. */
export const userRoom = (userId: number) => `user:${userId}`
/** Sockets whose person belongs to the group: they hear that something was said. */
export const membersRoom = (groupId: number) => `member:${groupId}`
/** Those of them that have the group open: they hear what was said. */
export const groupRoom = (groupId: number) => `group:${groupId}`

/** Only this instance's; there is no other adapter than the one in memory. */
export function socketsIn(io: AppServer, room: string): number {
  return io.of('/').adapter.rooms.get(room)?.size ?? 0
}
