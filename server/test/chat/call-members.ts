// Creates users with encryption keys, and encrypted groups of these users, for tests of calls.
import type { InjectOptions } from 'fastify'
import type { Db } from '#server/db/connection/client.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import type { Instance } from '#server/test/harness/instances.ts'
import type { Call, NewSignal, SignalPart } from '#shared/contracts/calls/calls.schemas.ts'
import type { Acknowledgement } from '#shared/realtime/socket-events.ts'
import { connectChatClient, createChatGroup, createSessionCookie } from './chat-client.ts'
import {
  createSignedMemberListOfGroup,
  type Member,
  publishEncryptionKeysOfTestMember,
} from './e2ee-members.ts'

export type Members = [Member, ...Member[]]

export async function createEncryptedTestGroup(
  db: Db,
  members: Members,
  overrides: Parameters<typeof createChatGroup>[2] = {},
): Promise<number> {
  const people = members.map(({ user }) => user)
  const ids = people.map(({ id }) => id).sort((a, b) => a - b)
  const direct = overrides?.directKey === '' ? { directKey: ids.join(':') } : {}
  const groupId = await createChatGroup(db, people, { encrypted: true, ...overrides, ...direct })
  await createSignedMemberListOfGroup(groupId, members, 'directKey' in direct ? 'direct' : 'custom')
  return groupId
}

/** Creates a direct message (group of two) between two members. */
export const buildDirectMessage = (db: Db, members: Members) =>
  createEncryptedTestGroup(db, members, { directKey: '' })

export async function createMemberForCallTests(
  { app }: Instance,
  db: Db,
  overrides?: Parameters<typeof buildUser>[1],
): Promise<Member> {
  const user = await buildUser(db, overrides)
  const cookie = await createSessionCookie(db, user.id)
  const callApi = (method: InjectOptions['method'], url: string, body?: unknown) =>
    app.inject({ method, url, headers: { cookie }, ...(body !== undefined && { payload: body as object }) })
  return publishEncryptionKeysOfTestMember({ user, cookie, call: callApi })
}

export const joinCall = (by: Member, groupId: number, dev = by.keys.dev) =>
  by.call('POST', `/api/groups/${groupId}/calls`, { dev })

/** Joins the call of the group and returns the call. Throws when the server refuses. */
export async function joinCallOrThrow(by: Member, groupId: number): Promise<Call> {
  const response = await joinCall(by, groupId)
  if (response.statusCode > 201) throw new Error(`not let in: ${response.body}`)
  return response.json().call
}

/** Connects a socket of the member and collects the call events that the server sends to it. */
export async function collectCallEvents(instance: Instance, { cookie }: Member) {
  const { socket, refreshed } = await connectChatClient(instance.url, cookie)
  const changes: Call[] = []
  const parts: SignalPart[] = []
  socket.on('call-changed', call => changes.push(call))
  socket.on('call-signal', part => parts.push(part))
  const sendSignal = (signal: NewSignal | unknown): Promise<Acknowledgement> =>
    socket.emitWithAck('call-signal', signal as NewSignal)
  return { socket, changes, parts, refreshed, say: sendSignal }
}
