// Somebody with keys at an encrypted group: the client's own parts on real calls and a real socket, without a browser.
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import type { Message } from '#shared/contracts/chat.ts'
import type { StoredFile } from '#shared/contracts/files.ts'
import type { MyKeys, RosterAnswer } from '#shared/contracts/keys.ts'
import type { SendAnswer } from '#shared/contracts/socket.ts'
import type { VaultBody } from '#shared/contracts/vault.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import type { Wire } from '#web/features/chat/conversation-wire.ts'
import { sealWire } from '#web/features/chat/sealed-wire.ts'
import { type CountRecord, forgetWords, give, keepSealed, noCounts, settle } from '#web/lib/e2ee/counts.ts'
import { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { CountStore, GroupFacts, GroupStore, GroupWire, KeptGroup } from '#web/lib/e2ee/group-ports.ts'
import { newer } from '#web/lib/e2ee/group-store.ts'
import { type Identity, identityFrom, newSeed } from '#web/lib/e2ee/identity.ts'
import { newPhrase, phraseSecret } from '#web/lib/e2ee/phrase.ts'
import { mergeTrust, Trust, type TrustRecord, trustFrom } from '#web/lib/e2ee/trust.ts'
import { Vault } from '#web/lib/e2ee/vault.ts'
import { unwrapSeed, wrapSeed } from '#web/lib/e2ee/wrap.ts'
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
  upload(kind: FileKind, content: Bytes): Promise<StoredFile>
  download(url: string): Promise<Bytes>
  /** What this device keeps of its groups. */
  kept: Map<number, KeptGroup>
  counts: CountStore
  /** What it knows of others. */
  trust: Trust
  /** A second look at the same group goes through the same object, as in one browser tab. */
  group(groupId: number, options?: GroupOptions): EncryptedGroup
  /** Messages as they travel. */
  wire(groupId: number): Wire
  say(group: EncryptedGroup, groupId: number, words: string, clientId?: string): Promise<SendAnswer>
  /** All of the group as this person reads it, oldest first: the words, or what keeps them from being read. */
  read(group: EncryptedGroup, groupId: number): Promise<string[]>
}

export interface GroupOptions {
  peerId?: number
  /** Unless it is a conversation: one that people made. */
  shape?: GroupFacts['shape']
  /** Stands between: what a server that lies would serve instead. */
  tamper?: Partial<GroupWire>
  /** Another device: it has kept nothing. */
  store?: GroupStore
  counts?: CountStore
  trust?: Trust
  identity?: Identity
}

export function memoryStore(kept = new Map<number, KeptGroup>()): GroupStore {
  return {
    load: async groupId => kept.get(groupId) && structuredClone(kept.get(groupId)),
    save: async (groupId, one) => {
      const stored = kept.get(groupId)
      kept.set(groupId, structuredClone(stored ? newer(stored, one) : one))
    },
  }
}

export function memoryTrust(stored?: TrustRecord): Trust {
  return new Trust({
    load: async () => stored && structuredClone(stored),
    save: async record => {
      stored = structuredClone(stored ? mergeTrust(record, stored) : record)
      return structuredClone(stored)
    },
  })
}

export function memoryCounts(): CountStore {
  const records = new Map<number, CountRecord>()
  const of = (groupId: number) => records.get(groupId) ?? noCounts
  return {
    give: async (groupId, clientId) => {
      const { record, counted } = give(of(groupId), clientId, Date.now())
      records.set(groupId, record)
      return counted
    },
    keep: async (groupId, clientId, sealed) =>
      void records.set(groupId, keepSealed(of(groupId), clientId, sealed)),
    settle: async (groupId, clientId, seq) => void records.set(groupId, settle(of(groupId), clientId, seq)),
    forgetWords: async (groupId, clientId) => void records.set(groupId, forgetWords(of(groupId), clientId)),
    sentAfter: async (groupId, seq) => of(groupId).sent.filter(one => one.seq > seq),
  }
}

/** The vault of a person over real calls; without a pause it writes when it is told to. */
export function vaultOf(
  person: Pick<Person, 'call'>,
  identity: Identity,
  trust: Trust,
  pause = 1_000_000,
): Vault {
  const wire = {
    read: async () => (await person.call<{ vault: VaultBody | null }>('GET', '/api/keys/me/vault')).vault,
    save: (body: VaultBody) => person.call<void>('PUT', '/api/keys/me/vault', body),
    isConflict: (error: unknown) => error instanceof Refused && error.status === 409,
  }
  return new Vault(identity, trust, wire, pause)
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

function filesOf(url: string, cookie: string): Pick<Person, 'upload' | 'download'> {
  const headers = { cookie, origin: url }
  const checked = async (response: Response) => {
    if (response.ok) return response
    throw new Refused(response.status, ((await response.json()) as { code?: string }).code ?? '')
  }
  return {
    upload: async (kind, content) => {
      const body = new FormData()
      body.append('file', new Blob([content]), 'fail')
      const response = await fetch(`${url}/api/files?kind=${kind}`, { method: 'POST', headers, body })
      return (await checked(response)).json() as Promise<StoredFile>
    },
    download: async path =>
      new Uint8Array(await (await checked(await fetch(url + path, { headers }))).arrayBuffer()),
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

/** Opened by the phrase, as on a device that has none yet. */
export async function restoreKeys(call: Person['call'], userId: number, phrase: string) {
  const { card, wraps } = await call<MyKeys>('GET', '/api/keys/me')
  const owner = { userId, gen: card?.gen ?? 0, kind: 'phrase' as const }
  const seed = await unwrapSeed(wraps[0]?.blob ?? '', phraseSecret(phrase) as Bytes, owner)
  return { seed, phrase, identity: await identityFrom(seed, userId, owner.gen) }
}

export async function buildPerson(
  instance: Instance,
  db: Db,
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<Person> {
  const user = await buildUser(db, overrides)
  return personAt(instance, db, user, call => publishKeys(call, user.id, 1))
}

/** `kept`: what the device has of its groups, and so of others. */
export async function personAt(
  instance: Instance,
  db: Db,
  user: TestUser,
  keysFor: (call: Person['call']) => ReturnType<typeof publishKeys>,
  kept = new Map<number, KeptGroup>(),
): Promise<Person> {
  const cookie = await cookieFor(db, user.id)
  const call = callerOf(instance.url, cookie)
  const keys = await keysFor(call)
  const client = await connectClient(instance.url, cookie)
  const known = [...kept].map(([groupId, one]) => ({ groupId, kept: one }))
  const [ownCounts, ownTrust] = [memoryCounts(), memoryTrust(trustFrom(known))]

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
      fetchChanges: ({ after, from }) =>
        call<Message[]>('GET', `/api/messages/${groupId}/changes?after=${after}&from=${from}`),
      change: ({ message, op, content, metadata, clientId = randomUUID() }) =>
        call<Message>('POST', `/api/messages/${groupId}/changes`, {
          seq: message.seq,
          op,
          clientId,
          ...(content && { content }),
          ...(metadata && { metadata }),
        }),
      onHidden: () => () => {},
      onChanged: listener => {
        const hear = (change: { after: number; message: Message }) => listener(change.message, change.after)
        client.socket.on('message-changed', hear)
        return () => client.socket.off('message-changed', hear)
      },
      onConnect: () => () => {},
      notSent: '',
      pause: 200,
    }
  }

  return {
    user,
    call,
    ...filesOf(instance.url, cookie),
    client,
    kept,
    counts: ownCounts,
    trust: ownTrust,
    ...keys,
    group: (groupId, { peerId, shape, tamper, ...parts } = {}) => {
      const path = `/api/groups/${groupId}`
      const wire: GroupWire = {
        fetchRoster: after => call<RosterAnswer>('GET', `${path}/roster?after=${after}`),
        postRoster: (entries, isAgain = false) => call('POST', `${path}/roster`, { entries, isAgain }),
        fetchEpochs: after => call('GET', `${path}/epochs?after=${after}`),
        postEpoch: body => call('POST', `${path}/epochs`, body),
        isConflict: error => error instanceof Refused && error.status === 409,
        ...tamper,
      }
      const isDirect = peerId !== undefined
      const facts = { groupId, shape: shape ?? (isDirect ? 'direct' : 'custom'), ...(isDirect && { peerId }) }
      const own = { identity: keys.identity, store: memoryStore(kept), counts: ownCounts, trust: ownTrust }
      return new EncryptedGroup(facts, { wire, ...own, ...parts })
    },
    wire: wireTo,
    say: async (group, groupId, words, clientId = randomUUID()) => {
      const answer = await sealWire(wireTo(groupId), group).send({ content: words, clientId })
      if (answer.ok) await group.settle(clientId, answer.message.seq)
      return answer
    },
    read: async (group, groupId) => {
      const page = await sealWire(wireTo(groupId), group).fetchMessages({ limit: 200 })
      return page.toReversed().map(({ content, trouble }) => (trouble ? `[${trouble}]` : content))
    },
  }
}
