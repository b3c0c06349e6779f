// Somebody with keys at an encrypted group: the client's own parts on real calls and a real socket, without a browser.
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import type { Message } from '#shared/contracts/chat.ts'
import type { RosterAnswer } from '#shared/contracts/keys.ts'
import type { SendAnswer } from '#shared/contracts/socket.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { Wire } from '#web/features/chat/conversation.ts'
import { sealWire } from '#web/features/chat/sealed-wire.ts'
import { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { GroupStore, GroupWire, KeptGroup } from '#web/lib/e2ee/group-ports.ts'
import { type Identity, identityFrom, newSeed } from '#web/lib/e2ee/identity.ts'
import { newPhrase, phraseSecret } from '#web/lib/e2ee/phrase.ts'
import { wrapSeed } from '#web/lib/e2ee/wrap.ts'
import { type Client, connectClient, cookieFor } from './chat.ts'
import { buildUser, type TestUser, testPassword } from './factories.ts'
import type { Instance } from './instances.ts'

export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

export interface Person {
  user: TestUser
  identity: Identity
  phrase: string
  seed: Bytes
  client: Client
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** What this device keeps of its groups. */
  kept: Map<number, KeptGroup>
  /** A second look at the same group goes through the same object, as in one browser tab. */
  group(groupId: number, options?: GroupOptions): EncryptedGroup
  say(group: EncryptedGroup, groupId: number, words: string, clientId?: string): Promise<SendAnswer>
  /** All of the group as this person reads it, oldest first: the words, or what keeps them from being read. */
  read(group: EncryptedGroup, groupId: number): Promise<string[]>
}

export interface GroupOptions {
  peerId?: number
  /** Stands between: what a server that lies would serve instead. */
  tamper?: Partial<GroupWire>
  /** Another device: it has kept nothing. */
  store?: GroupStore
  identity?: Identity
}

export function memoryStore(kept = new Map<number, KeptGroup>()): GroupStore {
  return {
    load: async groupId => kept.get(groupId) && structuredClone(kept.get(groupId)),
    save: async (groupId, one) => void kept.set(groupId, structuredClone(one)),
  }
}

function callerOf(url: string, cookie: string): Person['call'] {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = text ? JSON.parse(text) : undefined
    if (!response.ok) throw new Refused(response.status, answer?.code ?? '')
    return answer
  }
}

/** Publishes the keys of a generation, as the browser does. */
export async function publishKeys(call: Person['call'], userId: number, gen: number) {
  const seed = newSeed()
  const phrase = newPhrase().join(' ')
  const identity = await identityFrom(seed, userId, gen)
  const owner = { userId, gen, kind: 'phrase' as const }
  const blob = await wrapSeed(seed, phraseSecret(phrase) as Bytes, owner)
  const wrap = { gen, kind: 'phrase', credentialId: null, blob }
  const { card, dev } = identity
  await call('PUT', '/api/keys/me', { card, wrap, dev, currentPassword: testPassword })
  return { seed, phrase, identity }
}

export async function buildPerson(
  instance: Instance,
  db: Db,
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<Person> {
  const user = await buildUser(db, overrides)
  const cookie = await cookieFor(db, user.id)
  const call = callerOf(instance.url, cookie)
  const keys = await publishKeys(call, user.id, 1)
  const client = await connectClient(instance.url, cookie)
  const kept = new Map<number, KeptGroup>()

  function wireTo(groupId: number): Wire {
    return {
      fetchMessages: ({ before, after, limit }) => {
        const query = new URLSearchParams({ limit: String(limit) })
        if (before !== undefined) query.set('before', String(before))
        if (after !== undefined) query.set('after', String(after))
        return call<Message[]>('GET', `/api/messages/${groupId}?${query}`)
      },
      join: () => client.join(groupId),
      leave: () => void client.leave(groupId),
      send: message => client.send({ groupId, senderId: user.id, messageType: 'text', ...message }),
      isConnected: () => client.socket.connected,
      onMessage: listener => {
        client.socket.on('new-message', listener)
        return () => client.socket.off('new-message', listener)
      },
      onConnect: () => () => {},
      notSent: '',
      pause: 0,
    }
  }

  return {
    user,
    call,
    client,
    kept,
    ...keys,
    group: (groupId, { peerId, tamper, store = memoryStore(kept), identity = keys.identity } = {}) => {
      const path = `/api/groups/${groupId}`
      const wire: GroupWire = {
        fetchRoster: after => call<RosterAnswer>('GET', `${path}/roster?after=${after}`),
        postRoster: entries => call('POST', `${path}/roster`, { entries }),
        fetchEpochs: after => call('GET', `${path}/epochs?after=${after}`),
        postEpoch: body => call('POST', `${path}/epochs`, body),
        isConflict: error => error instanceof Refused && error.status === 409,
        ...tamper,
      }
      const facts = { groupId, ...(peerId !== undefined && { peerId }) }
      return new EncryptedGroup(facts, identity, wire, store)
    },
    say: (group, groupId, words, clientId = randomUUID()) =>
      sealWire(wireTo(groupId), group).send({ content: words, clientId }),
    read: async (group, groupId) => {
      const page = await sealWire(wireTo(groupId), group).fetchMessages({ limit: 200 })
      return page.toReversed().map(({ content, trouble }) => (trouble ? `[${trouble}]` : content))
    },
  }
}
