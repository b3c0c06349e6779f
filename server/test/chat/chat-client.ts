// A chat client for tests: a real socket to a real server that collects all events it receives.
import type { Socket } from 'socket.io-client'
import type { Db } from '#server/db/connection/client.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { createSession } from '#server/sessions/sessions.service.ts'
import { buildTestSettings } from '#server/test/harness/app.ts'
import { connectSocket } from '#server/test/harness/sockets.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type {
  Acknowledgement,
  ClientEvents,
  GroupActivity,
  InvalidatedTopics,
  JoinGroupAcknowledgement,
  SendMessageAcknowledgement,
  ServerEvents,
} from '#shared/realtime/socket-events.ts'

/** Creates a chat group of the given users, by default not encrypted. The first user is its owner. */
export async function createChatGroup(
  db: Db,
  people: { id: number }[],
  overrides: Partial<typeof messageGroups.$inferInsert> = {},
): Promise<number> {
  const [group] = await db
    .insert(messageGroups)
    .values({ name: 'Kumpulan ujian', type: 'custom', ...overrides })
    .returning()
  if (!group) throw new Error('no group')
  if (people.length > 0) {
    await db.insert(groupMembers).values(
      people.map(({ id }, index) => ({
        groupId: group.id,
        userId: id,
        role: index === 0 ? ('owner' as const) : ('member' as const),
      })),
    )
  }
  return group.id
}

export async function createSessionCookie(db: Db, userId: number): Promise<string> {
  return `session=${(await createSession(db, buildTestSettings(), userId, { method: 'password' })).token}`
}

export interface ChatClient {
  socket: Socket<ServerEvents, ClientEvents>
  messages: Message[]
  activity: GroupActivity[]
  reads: { groupId: number; lastReadSeq: number; ownUnread: number }[]
  refreshed: string[]
  join(groupId: unknown): Promise<JoinGroupAcknowledgement>
  leave(groupId: unknown): Promise<Acknowledgement>
  send(message: unknown): Promise<SendMessageAcknowledgement>
}

export function collectChatEvents(socket: Socket): ChatClient {
  const client: ChatClient = {
    socket,
    messages: [],
    activity: [],
    reads: [],
    refreshed: [],
    join: groupId => socket.emitWithAck('join-group', groupId),
    leave: groupId => socket.emitWithAck('leave-group', groupId),
    send: message => socket.emitWithAck('send-message', message),
  }
  socket.on('new-message', message => client.messages.push(message))
  socket.on('group-activity', activity => client.activity.push(activity))
  socket.on('group-read', read => client.reads.push(read))
  socket.on('refresh', (invalidated: InvalidatedTopics[]) =>
    client.refreshed.push(...invalidated.flatMap(({ topics }) => topics)),
  )
  return client
}

export async function connectChatClient(url: string, cookie: string): Promise<ChatClient> {
  return collectChatEvents(await connectSocket(url, { cookie, origin: url }))
}

/** Returns the stored message when sending was acknowledged as successful, and throws otherwise. */
export function getSentMessageOrThrow(acknowledgement: SendMessageAcknowledgement): Message {
  if (!acknowledgement.ok) throw new Error(`refused: ${acknowledgement.code}`)
  return acknowledgement.message
}
