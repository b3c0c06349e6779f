// Test user with encryption keys who sends and reads messages in an encrypted group.
// The test user runs the code of the web client against a real server, without a browser.
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/connection/client.ts'
import { buildUser, type TestUser, testPassword } from '#server/test/harness/factories.ts'
import type { Instance } from '#server/test/harness/instances.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { StoredFile } from '#shared/contracts/files/files.schemas.ts'
import type { MyKeys, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import type { VaultBody } from '#shared/contracts/keys/vault.schemas.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import type { SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import { createIdentityKeys, generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { generateRecoveryPhrase, parseRecoveryPhrase } from '#web/lib/e2ee/crypto/recovery-phrase.ts'
import { unwrapKeySeed, wrapKeySeed } from '#web/lib/e2ee/crypto/wrap.ts'
import { buildPinnedKeysFromGroupMemberLists } from '#web/lib/e2ee/group/build-pinned-keys-from-group-member-lists.ts'
import { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import type {
  GroupClient,
  GroupFacts,
  GroupStore,
  MessageCounterStore,
  StoredGroup,
} from '#web/lib/e2ee/group/group-ports.ts'
import { mergeGroupDataOfBrowserTabs } from '#web/lib/e2ee/group/group-store.ts'
import {
  addCiphertextToPendingMessage,
  assignMessageNumber,
  emptyCounterRecord,
  eraseContentOfSentMessage,
  type MessageCounterRecord,
  recordMessageSendResult,
  recordOwnMessageEditDeletionOrReaction,
} from '#web/lib/e2ee/group/outgoing-message-records.ts'
import { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { mergePinnedKeyRecords, type TrustRecord } from '#web/lib/e2ee/trust/trust-record.ts'
import { Vault } from '#web/lib/e2ee/trust/vault.ts'
import { type ChatClient, connectChatClient, createSessionCookie } from './chat-client.ts'

export class RequestError extends Error {
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
  client: ChatClient
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  upload(kind: FileKind, content: Bytes): Promise<StoredFile>
  download(url: string): Promise<Bytes>
  /** State of the encrypted groups as the test user's device has stored it. */
  savedGroups: Map<number, StoredGroup>
  counts: MessageCounterStore
  /** Identity keys of other users that the test user's device has verified or seen. */
  trust: Trust
  /**
   * Returns a client of the group. Clients of one person share the stored state, as several views in one browser tab
   * do.
   */
  group(groupId: number, options?: GroupOptions): EncryptedGroup
  /** Returns a transport that sends the group's encrypted messages to the server and receives them. */
  wire(groupId: number): ConversationTransport
  sendText(
    group: EncryptedGroup,
    groupId: number,
    words: string,
    clientId?: string,
  ): Promise<SendMessageAcknowledgement>
  /** Decrypts all messages of the group, oldest first. For an unreadable one, returns the reason in brackets. */
  readTexts(group: EncryptedGroup, groupId: number): Promise<string[]>
}

export interface GroupOptions {
  peerId?: number
  /** Kind of chat group. Defaults to `direct` when another user is given, and otherwise to `custom`. */
  shape?: GroupFacts['shape']
  /** Replaces functions that call the server, to simulate a server that returns false data. */
  tamper?: Partial<GroupClient>
  /** Replaces the stored group state, to simulate another device of the same person. */
  store?: GroupStore
  counts?: MessageCounterStore
  trust?: Trust
  identity?: Identity
}

export function createInMemoryGroupStateStore(savedGroups = new Map<number, StoredGroup>()): GroupStore {
  return {
    load: async groupId => savedGroups.get(groupId) && structuredClone(savedGroups.get(groupId)),
    save: async (groupId, group) => {
      const stored = savedGroups.get(groupId)
      savedGroups.set(groupId, structuredClone(stored ? mergeGroupDataOfBrowserTabs(stored, group) : group))
    },
  }
}

export function createInMemoryTrustedKeyStore(stored?: TrustRecord): Trust {
  return new Trust({
    load: async () => stored && structuredClone(stored),
    save: async record => {
      stored = structuredClone(stored ? mergePinnedKeyRecords(record, stored) : record)
      return structuredClone(stored)
    },
  })
}

export function createInMemoryMessageCounterStore(): MessageCounterStore {
  const records = new Map<number, MessageCounterRecord>()
  const getRecord = (groupId: number) => records.get(groupId) ?? emptyCounterRecord
  return {
    assign: async (groupId, clientId) => {
      const { record, counted } = assignMessageNumber(getRecord(groupId), clientId, Date.now())
      records.set(groupId, record)
      return counted
    },
    storeEncrypted: async (groupId, clientId, sealed) =>
      void records.set(groupId, addCiphertextToPendingMessage(getRecord(groupId), clientId, sealed)),
    settle: async (groupId, clientId, seq) =>
      void records.set(groupId, recordMessageSendResult(getRecord(groupId), clientId, seq)),
    recordChange: async (groupId, change) =>
      void records.set(groupId, recordOwnMessageEditDeletionOrReaction(getRecord(groupId), change)),
    forgetContent: async (groupId, clientId) =>
      void records.set(groupId, eraseContentOfSentMessage(getRecord(groupId), clientId)),
    listSentAfter: async (groupId, seq) => getRecord(groupId).sent.filter(message => message.seq > seq),
  }
}

/**
 * Creates the person's vault (state encrypted for the devices of one user) over real HTTP calls. By default the vault
 * is written only when requested.
 */
export function createKeyVaultOfTestUser(
  person: Pick<Person, 'call'>,
  identity: Identity,
  trust: Trust,
  delayMs = 1_000_000,
): Vault {
  const wire = {
    read: async () => (await person.call<{ vault: VaultBody | null }>('GET', '/api/keys/me/vault')).vault,
    save: (body: VaultBody) => person.call<void>('PUT', '/api/keys/me/vault', body),
    isConflict: (error: unknown) => error instanceof RequestError && error.status === 409,
  }
  return new Vault(identity, trust, wire, delayMs)
}

function createApiCaller(url: string, cookie: string): Person['call'] {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const result = text ? JSON.parse(text) : undefined
    if (!response.ok) throw new RequestError(response.status, result?.code ?? '')
    return result
  }
}

function createFileTransfer(url: string, cookie: string): Pick<Person, 'upload' | 'download'> {
  const headers = { cookie, origin: url }
  const requireSuccess = async (response: Response) => {
    if (response.ok) return response
    throw new RequestError(response.status, ((await response.json()) as { code?: string }).code ?? '')
  }
  return {
    upload: async (kind, content) => {
      const body = new FormData()
      body.append('file', new Blob([content]), 'fail')
      const response = await fetch(`${url}/api/files?kind=${kind}`, { method: 'POST', headers, body })
      return (await requireSuccess(response)).json() as Promise<StoredFile>
    },
    download: async path =>
      new Uint8Array(await (await requireSuccess(await fetch(url + path, { headers }))).arrayBuffer()),
  }
}

/** Generates and publishes a new set of encryption keys, as the web client does. */
export async function createAndPublishTestEncryptionKeys(call: Person['call'], userId: number, gen: number) {
  const seed = generateKeySeed()
  const phrase = generateRecoveryPhrase().join(' ')
  const identity = await createIdentityKeys(seed, userId, gen)
  const owner = { userId, gen, kind: 'phrase' as const }
  const blob = await wrapKeySeed(seed, parseRecoveryPhrase(phrase) as Bytes, owner)
  const wrap = { gen, kind: 'phrase', credentialId: null, blob }
  const { card, dev } = identity
  await call('PUT', '/api/keys/me', { card, wrap, dev, currentPassword: testPassword })
  return { seed, phrase, identity }
}

/** Restores the encryption keys with the recovery phrase, as a device does that has no keys yet. */
export async function restoreEncryptionKeys(call: Person['call'], userId: number, phrase: string) {
  const { card, wraps } = await call<MyKeys>('GET', '/api/keys/me')
  const owner = { userId, gen: card?.gen ?? 0, kind: 'phrase' as const }
  const seed = await unwrapKeySeed(wraps[0]?.blob ?? '', parseRecoveryPhrase(phrase) as Bytes, owner)
  return { seed, phrase, identity: await createIdentityKeys(seed, userId, owner.gen) }
}

export async function createPersonWithEncryptionKeys(
  instance: Instance,
  db: Db,
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<Person> {
  const user = await buildUser(db, overrides)
  return connectEncryptedClient(instance, db, user, call =>
    createAndPublishTestEncryptionKeys(call, user.id, 1),
  )
}

/**
 * Connects a person with existing or new encryption keys. `kept` is the group state that the device has stored before.
 */
export async function connectEncryptedClient(
  instance: Instance,
  db: Db,
  user: TestUser,
  loadKeys: (call: Person['call']) => ReturnType<typeof createAndPublishTestEncryptionKeys>,
  kept = new Map<number, StoredGroup>(),
): Promise<Person> {
  const cookie = await createSessionCookie(db, user.id)
  const call = createApiCaller(instance.url, cookie)
  const keys = await loadKeys(call)
  const client = await connectChatClient(instance.url, cookie)
  const savedGroups = [...kept].map(([groupId, group]) => ({ groupId, kept: group }))
  const [ownCounts, ownTrust] = [
    createInMemoryMessageCounterStore(),
    createInMemoryTrustedKeyStore(buildPinnedKeysFromGroupMemberLists(savedGroups, user.id)),
  ]

  function createConversationTransport(groupId: number): ConversationTransport {
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
        const onMessageChanged = (change: { after: number; message: Message }) =>
          listener(change.message, change.after)
        client.socket.on('message-changed', onMessageChanged)
        return () => client.socket.off('message-changed', onMessageChanged)
      },
      onConnect: () => () => {},
      sendFailureText: '',
      pause: 200,
    }
  }

  return {
    user,
    call,
    ...createFileTransfer(instance.url, cookie),
    client,
    savedGroups: kept,
    counts: ownCounts,
    trust: ownTrust,
    ...keys,
    group: (groupId, { peerId, shape, tamper, ...parts } = {}) => {
      const path = `/api/groups/${groupId}`
      const wire: GroupClient = {
        fetchRoster: after => call<RosterResponse>('GET', `${path}/roster?after=${after}`),
        postRoster: (entries, isAgain = false) => call('POST', `${path}/roster`, { entries, isAgain }),
        fetchEpochs: after => call('GET', `${path}/epochs?after=${after}`),
        postEpoch: body => call('POST', `${path}/epochs`, body),
        isConflict: error => error instanceof RequestError && error.status === 409,
        ...tamper,
      }
      const isDirect = peerId !== undefined
      const facts = { groupId, shape: shape ?? (isDirect ? 'direct' : 'custom'), ...(isDirect && { peerId }) }
      const deviceParts = {
        identity: keys.identity,
        store: createInMemoryGroupStateStore(kept),
        counts: ownCounts,
        trust: ownTrust,
      }
      return new EncryptedGroup(facts, { wire, ...deviceParts, ...parts })
    },
    wire: createConversationTransport,
    sendText: async (group, groupId, text, clientId = randomUUID()) => {
      const acknowledgement = await wrapTransportWithEncryption(
        createConversationTransport(groupId),
        group,
      ).send({
        content: text,
        clientId,
      })
      if (acknowledgement.ok) await group.settleMessage(clientId, acknowledgement.message.seq)
      return acknowledgement
    },
    readTexts: async (group, groupId) => {
      const page = await wrapTransportWithEncryption(
        createConversationTransport(groupId),
        group,
      ).fetchMessages({ limit: 200 })
      return page.toReversed().map(({ content, trouble }) => (trouble ? `[${trouble}]` : content))
    },
  }
}
