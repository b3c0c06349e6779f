// What a socket is here: its events, whose it is, and the rooms it stands in.
import type { Server, Socket } from 'socket.io'
import type { Signal } from '#server/db/bus.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { ClientEvents, ServerEvents } from '#shared/contracts/socket.ts'

export interface SocketData {
  sessionId: number
  user: CurrentUser
}
export type AppServer = Server<ClientEvents, ServerEvents, object, SocketData>
export type AppSocket = Socket<ClientEvents, ServerEvents, object, SocketData>

/** What a feature does with sockets; it is told of every signal and minds its own. */
export interface SocketFeature {
  /** Before a socket is let in. */
  admit?(socket: AppSocket): Promise<void>
  serve(socket: AppSocket): void
  hear(signal: Signal): void
  /** For a while nothing was heard: what it was is looked up, again and again until it has been. */
  makeUp?(): Promise<void>
  stop(): Promise<void>
}

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
