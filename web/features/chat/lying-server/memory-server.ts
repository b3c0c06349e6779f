// In-memory chat server and devices for tests without browser, network or database.
// The in-memory server is honest. A test makes it lie by altering its data or its responses.
import type { GroupRow, Message, Reaction } from '#shared/contracts/chat/chat.schemas.ts'
import type { EpochBody, EpochsResponse, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import { parseGroupKeyHeader } from '#shared/e2ee/epoch.ts'
import { verifyAndAppendMembershipChangesAndKeys } from '#shared/e2ee/group-log.ts'
import { findMemberAfterMembershipChange, type Roster } from '#shared/e2ee/roster.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { MessageChange } from '#web/features/chat/displayed-message.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import {
  type ConversationDescription,
  describeConversation,
  type VerifiedState,
} from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { determineSendingPermission } from '#web/lib/e2ee/conversation/determine-sending-permission.ts'
import type { SeenChanges } from '#web/lib/e2ee/conversation/message-memory.ts'
import { createIdentityKeys, generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { getGroupKindAndPeer } from '#web/lib/e2ee/group/group-kind-and-peer.ts'
import type { GroupClient, MessageCounterStore, StoredGroup } from '#web/lib/e2ee/group/group-ports.ts'
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
import type { TrustRecord } from '#web/lib/e2ee/trust/trust-record.ts'

interface ServedGroup {
  claim: GroupRow
  memberIds: number[]
  entries: Signed[]
  epochs: { header: Signed; boxes: [number, string][] }[]
  messages: Message[]
  /** Earlier versions of edited messages, kept so that a test can make the server send an old version. */
  earlier: Message[]
}

class ConflictError extends Error {
  readonly code: string
  constructor(code = 'conflict') {
    super(code)
    this.code = code
  }
}

const acceptAll = async () => true

/** Builds a row of the test server's group list. Tests of a dishonest server pass false values in `changes`. */
export function buildTestGroupRow(id: number, changes: Partial<GroupRow> = {}): GroupRow {
  return {
    ...{ id, name: 'Kumpulan', type: 'custom', clubId: null, country: null, direct: false, encrypted: true },
    ...{ isActive: true, createdBy: null, createdAt: '', role: 'member', memberCount: 2, lastSeq: 0 },
    ...{ lastReadSeq: 0, isMentioned: false, mutedUntil: null, isPinned: false, pins: [], mayRun: false },
    ...{ ownUnread: 0, unreadCount: 0, lastMessage: null, lastCall: null, isBlocked: false, peer: null },
    ...changes,
  } as GroupRow
}

/** Honest chat server for tests. Tests can read and change everything it stores. */
export class MemoryServer {
  readonly groups = new Map<number, ServedGroup>()
  readonly cards = new Map<number, Card>()
  readonly names = new Map<number, string>()
  /** Plaintext messages that clients have sent to the test server, by group. */
  readonly plaintext: { groupId: number; content: string }[] = []
  #clock = Date.now()

  addGroup(claim: GroupRow, memberIds: number[]): void {
    const empty = { entries: [], epochs: [], messages: [], earlier: [] }
    this.groups.set(claim.id, { claim, memberIds: [...memberIds], ...empty })
  }

  getGroup(groupId: number): ServedGroup {
    const group = this.groups.get(groupId)
    if (!group) throw new Error(`no group ${groupId}`)
    return group
  }

  async #readLog({ entries, epochs, claim }: ServedGroup): Promise<Roster | undefined> {
    const headers = epochs.map(({ header }) => header)
    return (await verifyAndAppendMembershipChangesAndKeys({}, entries, headers, claim.id, acceptAll)).log
      .roster
  }

  async fetchRoster(groupId: number, after: number): Promise<RosterResponse> {
    const group = this.getGroup(groupId)
    const roster = await this.#readLog(group)
    const waiting = group.memberIds.flatMap(userId => {
      const card = this.cards.get(userId)
      const listed = roster && findMemberAfterMembershipChange(roster, userId)
      return card && listed?.card.gen !== card.gen ? [card] : []
    })
    const { entries, memberIds } = group
    return { entries: entries.slice(after), memberIds: [...memberIds], waiting, last: entries.length }
  }

  postRoster(groupId: number, entries: Signed[]): void {
    const group = this.getGroup(groupId)
    const [first] = entries
    if (first && JSON.parse(first.body).seq !== group.entries.length + 1) throw new ConflictError()
    group.entries.push(...entries)
  }

  fetchEpochs(groupId: number, userId: number, after: number): EpochsResponse {
    const group = this.getGroup(groupId)
    const epochs = group.epochs.slice(after).map(({ header, boxes }) => ({
      header,
      box: boxes.find(([reader]) => reader === userId)?.[1] ?? null,
    }))
    return { epochs, isStale: !this.#isUsable(group), last: group.epochs.length }
  }

  #isUsable({ epochs, entries, memberIds }: ServedGroup): boolean {
    const last = epochs.at(-1)
    if (!last || parseGroupKeyHeader(last.header.body).headSeq !== entries.length) return false
    return last.boxes.every(
      ([userId]) => memberIds.includes(userId) && (this.cards.get(userId)?.gen ?? 1) < 2,
    )
  }

  postEpoch(groupId: number, { header, boxes }: EpochBody): void {
    const group = this.getGroup(groupId)
    if (parseGroupKeyHeader(header.body).n !== group.epochs.length + 1) throw new ConflictError()
    group.epochs.push({ header, boxes })
  }

  createWire(groupId: number, userId: number): GroupClient {
    return {
      fetchRoster: after => this.fetchRoster(groupId, after),
      postRoster: async entries => this.postRoster(groupId, entries),
      fetchEpochs: async after => this.fetchEpochs(groupId, userId, after),
      postEpoch: async body => this.postEpoch(groupId, body),
      isConflict: error => error instanceof ConflictError,
    }
  }

  #store(groupId: number, senderId: number, message: Parameters<ConversationTransport['send']>[0]): Message {
    const { messages } = this.getGroup(groupId)
    const seq = messages.length + 1
    this.#clock += 1000
    const stored: Message = {
      ...{ id: groupId * 1000 + seq, groupId, seq, senderId, clientId: message.clientId ?? null },
      ...{ content: message.content, messageType: message.messageType ?? 'text' },
      ...{ metadata: message.metadata ?? null, createdAt: new Date(this.#clock).toISOString() },
      ...{ isHidden: false, isDeleted: false, editedAt: null, revision: null, reactionCount: 0 },
      ...{ reactions: [], changeSeq: 0 },
      sender: { fullName: this.names.get(senderId) ?? '', profileImageUrl: null },
    }
    messages.push(stored)
    return stored
  }

  #change(groupId: number, userId: number, change: MessageChange): Message {
    const { messages, earlier } = this.getGroup(groupId)
    const message = messages.find(({ seq }) => seq === change.message.seq)
    if (!message) throw new Error('no message')
    earlier.push(structuredClone(message))
    const { op, clientId = '', content = '', metadata = null } = change
    const sealed = { id: clientId, content, metadata }
    message.changeSeq++
    if (op === 'edit' || op === 'delete') {
      const e2ee = message.metadata?.e2ee
      Object.assign(message, {
        content: '',
        revision: sealed,
        metadata: { e2ee },
        isDeleted: op === 'delete',
      })
      if (op === 'delete') message.reactions = []
    } else {
      const others = message.reactions.filter(reaction => reaction.userId !== userId)
      const reaction: Reaction = { userId, fullName: this.names.get(userId) ?? '', ...sealed }
      message.reactions = [...others, reaction]
    }
    return structuredClone(message)
  }

  createTransport(groupId: number, userId: number): ConversationTransport {
    const silent = () => () => {}
    return {
      fetchMessages: async ({ limit }) =>
        structuredClone(this.getGroup(groupId).messages).toReversed().slice(0, limit),
      fetchChanges: async () => [],
      join: async () => ({ ok: true, lastSeq: this.getGroup(groupId).messages.length, lastChange: 0 }),
      leave: () => {},
      send: async message => ({ ok: true, message: structuredClone(this.#store(groupId, userId, message)) }),
      change: async change => this.#change(groupId, userId, change),
      isConnected: () => true,
      ...{ onMessage: silent, onHidden: silent, onChanged: silent, onConnect: silent },
      sendFailureText: '',
      pause: 1,
    }
  }
}

function createMemoryCounters(): MessageCounterStore {
  const records = new Map<number, MessageCounterRecord>()
  const update = (groupId: number, step: (record: MessageCounterRecord) => MessageCounterRecord) =>
    void records.set(groupId, step(records.get(groupId) ?? emptyCounterRecord))
  return {
    assign: async (groupId, clientId) => {
      const before = records.get(groupId) ?? emptyCounterRecord
      const { record, counted } = assignMessageNumber(before, clientId, Date.now())
      records.set(groupId, record)
      return counted
    },
    storeEncrypted: async (groupId, clientId, sealed) =>
      update(groupId, record => addCiphertextToPendingMessage(record, clientId, sealed)),
    settle: async (groupId, clientId, seq) =>
      update(groupId, record => recordMessageSendResult(record, clientId, seq)),
    recordChange: async (groupId, change) =>
      update(groupId, record => recordOwnMessageEditDeletionOrReaction(record, change)),
    forgetContent: async (groupId, clientId) =>
      update(groupId, record => eraseContentOfSentMessage(record, clientId)),
    listSentAfter: async (groupId, seq) =>
      records.get(groupId)?.sent.filter(message => message.seq > seq) ?? [],
  }
}

/**
 * Data that a test device stores: trust record (pinned keys of other users), encrypted groups and the change numbers it
 * has seen.
 */
export interface DeviceMemory {
  trust?: TrustRecord
  groups: Map<number, StoredGroup>
  seen: Map<number, SeenChanges>
}

export const createDeviceMemory = (): DeviceMemory => ({ groups: new Map(), seen: new Map() })

export function cloneStoredStateOfTestDevice({ trust, groups, seen }: DeviceMemory): DeviceMemory {
  return structuredClone({ ...(trust && { trust }), groups, seen })
}

/** Interface of the in-memory chat server to test devices. Tests of a dishonest server replace it. */
export type ServerView = Pick<MemoryServer, 'createWire' | 'createTransport' | 'plaintext'>

/**
 * Test device with the user's keys. It opens conversations and sends only as the conversation core (rules in
 * lib/e2ee/conversation) decides.
 */
export class MemoryDevice {
  readonly identity: Identity
  readonly trust: Trust
  readonly memory: DeviceMemory
  readonly me: VerifiedState['me']
  readonly #server: ServerView
  readonly #counts = createMemoryCounters()
  readonly #open = new Map<string, EncryptedGroup>()

  constructor(server: ServerView, identity: Identity, me: VerifiedState['me'], memory: DeviceMemory) {
    this.#server = server
    this.identity = identity
    this.me = me
    this.memory = memory
    this.trust = new Trust({
      load: async () => this.memory.trust && structuredClone(this.memory.trust),
      save: async record => {
        this.memory.trust = structuredClone(record)
        return record
      },
    })
  }

  describe(claim: GroupRow, listed: GroupRow[] = [claim]): ConversationDescription {
    return describeConversation({ me: this.me, trust: this.trust.get() }, claim, listed)
  }

  /**
   * Opens an encrypted group with the kind and peer determined by the conversation core (rules in
   * lib/e2ee/conversation).
   */
  async open(claim: GroupRow): Promise<EncryptedGroup> {
    await this.trust.load()
    const facts = getGroupKindAndPeer(claim, this.trust)
    const key = JSON.stringify(facts)
    const { groups, seen } = this.memory
    const opened =
      this.#open.get(key) ??
      new EncryptedGroup(facts, {
        identity: this.identity,
        trust: this.trust,
        wire: this.#server.createWire(claim.id, this.me.id),
        counts: this.#counts,
        store: {
          load: async id => structuredClone(groups.get(id)),
          save: async (id, group) => void groups.set(id, structuredClone(group)),
        },
        seen: {
          load: async () => seen.get(claim.id),
          save: async numbers => void seen.set(claim.id, numbers),
        },
      })
    this.#open.set(key, opened)
    return opened
  }

  transport(group: EncryptedGroup): ConversationTransport {
    const raw = this.#server.createTransport(group.facts.groupId, this.me.id)
    return wrapTransportWithEncryption(raw, group)
  }

  /** Returns all messages of the group as the test device would show them, oldest first. */
  async read(group: EncryptedGroup) {
    return (await this.transport(group).fetchMessages({ limit: 200 })).toReversed()
  }

  /**
   * Sends a text if the conversation core (rules in lib/e2ee/conversation) allows it. Returns `encrypted`, `plaintext`,
   * `waits` or `stopped`.
   */
  async send(
    claim: GroupRow,
    listed: GroupRow[],
    text: string,
  ): Promise<'plaintext' | 'encrypted' | 'waits' | 'stopped'> {
    await this.trust.load()
    const { mode, permit, refusal } = this.describe(claim, listed)
    if (mode === 'refused') return 'stopped'
    if (mode === 'plaintext') {
      if (!permit) return 'stopped'
      this.#server.plaintext.push({ groupId: permit.groupId, content: text })
      return 'plaintext'
    }
    const group = await this.open(claim)
    const decision = determineSendingPermission(group.get(), { refusal })
    if (decision.kind !== 'send') return decision.kind === 'wait' ? 'waits' : 'stopped'
    const response = await this.transport(group).send({ content: text, clientId: crypto.randomUUID() })
    return response.ok ? 'encrypted' : 'stopped'
  }
}

/** Creates a user with encryption keys. The test server lists the user under the given name. */
export async function createTestUserWithKeys(
  server: MemoryServer,
  id: number,
  name: string,
): Promise<Identity> {
  const identity = await createIdentityKeys(generateKeySeed(), id, 1)
  server.cards.set(id, identity.card)
  server.names.set(id, name)
  return identity
}
