// Random alterations of recorded conversations, as a dishonest server in a test could make them.
import type { GroupRow, Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { EpochsResponse, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import { parseGroupKeyHeader } from '#shared/e2ee/epoch.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'

/** Everything that the dishonest test server sends to one user about one group. */
export interface ServedConversation {
  claim: GroupRow
  roster: RosterResponse
  epochs: EpochsResponse
  messages: Message[]
  /** Earlier versions of the messages, kept by the dishonest test server to send them again later. */
  earlier: Message[]
}

/** Random number generator (mulberry32) that produces the same numbers for the same seed. */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0
  const getNextRandomNumber = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pickIntegerBelow = (limit: number) => Math.floor(getNextRandomNumber() * limit)
  return {
    below: pickIntegerBelow,
    pick: <T>(items: readonly T[]): T | undefined => items[pickIntegerBelow(items.length)],
    chance: (probability: number) => getNextRandomNumber() < probability,
  }
}
export type Random = ReturnType<typeof createSeededRandom>

/** Encryption keys and message ids that the dishonest test server can misuse. */
export interface Accomplices {
  /** Public keys of a user outside the group, and false public keys that claim to belong to members. */
  cards: Card[]
  userIds: number[]
}

type Alteration = (served: ServedConversation[], random: Random, accomplices: Accomplices) => void

const pickRandomGroup = (served: ServedConversation[], random: Random) =>
  random.pick(served) as ServedConversation
/**
 * Picks an encrypted conversation, because only encrypted ones have a signed member list and signed messages to alter.
 */
const pickGroup = (served: ServedConversation[], random: Random) =>
  random.pick(served.filter(({ roster }) => roster.entries.length > 0)) ?? pickRandomGroup(served, random)
const renumberMessages = (messages: Message[]) => {
  for (const [index, message] of messages.entries()) message.seq = index + 1
}
const pickMessage = (served: ServedConversation[], random: Random) => {
  const group = pickGroup(served, random)
  return { group, message: random.pick(group.messages) }
}
/** Creates an alteration with which the dishonest test server changes one random message of a group. */
const createMessageAlteration =
  (
    lie: (message: Message, group: ServedConversation, random: Random, accomplices: Accomplices) => void,
  ): Alteration =>
  (served, random, accomplices) => {
    const { group, message } = pickMessage(served, random)
    if (message) lie(message, group, random, accomplices)
  }
const getMark = ({ metadata }: Pick<Message, 'metadata'>) =>
  metadata?.e2ee as Record<string, unknown> | undefined

const messageLies: Record<string, Alteration> = {
  drop: createMessageAlteration((message, { messages }, random) => {
    messages.splice(messages.indexOf(message), 1 + random.below(2))
    if (random.chance(0.8)) renumberMessages(messages)
  }),
  truncate: (served, random) => {
    const { messages } = pickGroup(served, random)
    if (random.chance(0.5)) messages.splice(random.below(messages.length))
    else messages.splice(0, random.below(messages.length))
    renumberMessages(messages)
  },
  swap: createMessageAlteration((message, { messages }, random) => {
    const other = random.pick(messages) as Message
    ;[message.seq, other.seq] = [other.seq, message.seq]
    messages.sort((a, b) => a.seq - b.seq)
  }),
  swapContent: createMessageAlteration((message, { messages }, random) => {
    const { id, seq, createdAt } = message
    Object.assign(message, structuredClone(random.pick(messages) as Message), { id, seq, createdAt })
  }),
  replay: createMessageAlteration((message, { messages }, random) => {
    messages.splice(random.below(messages.length + 1), 0, structuredClone(message))
    renumberMessages(messages)
  }),
  repeatRow: createMessageAlteration((message, { messages }, random) => {
    messages.splice(random.below(messages.length + 1), 0, structuredClone(message))
  }),
  shuffle: (served, random) => {
    const { messages } = pickGroup(served, random)
    const keys = new Map(messages.map(message => [message, random.below(1000)]))
    messages.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
  },
  swapIds: createMessageAlteration((message, { messages }, random) => {
    const other = random.pick(messages) as Message
    ;[message.id, other.id] = [other.id, message.id]
    ;[message.clientId, other.clientId] = [other.clientId, message.clientId]
  }),
  useHugeNumber: createMessageAlteration((message, _, random) => {
    const huge = Number.MAX_SAFE_INTEGER - random.below(3)
    const mark = getMark(message)
    const field = random.pick(['seq', 'changeSeq', 'reactionCount', 'counter'] as const)
    if (field !== 'counter' && field) message[field] = huge
    else if (mark) mark.c = random.chance(0.5) ? huge : -huge
  }),
  moveToOtherGroup: (served, random) => {
    const { message } = pickMessage(served, random)
    const target = pickGroup(served, random)
    if (!message) return
    const { id: groupId } = target.claim
    target.messages.splice(random.below(target.messages.length + 1), 0, {
      ...structuredClone(message),
      groupId,
    })
    renumberMessages(target.messages)
  },
  reattribute: createMessageAlteration((message, _, random, { userIds }) => {
    message.senderId = random.pick([1, 2, 3, ...userIds]) ?? 1
  }),
  rename: createMessageAlteration((message, _, random) => {
    message.sender = { ...message.sender, fullName: random.pick(['Siti', 'Mei', 'Ali', 'Raju']) ?? '' }
  }),
  redate: createMessageAlteration((message, _, random) => {
    const time = Date.parse(message.createdAt) - random.below(10 ** 10)
    // The falsified time of a message may also be far in the future or long before 1970.
    message.createdAt = new Date(random.pick([time, 4 * 10 ** 12, -(10 ** 12)]) ?? time).toISOString()
  }),
  hide: createMessageAlteration(message => {
    Object.assign(message, { isHidden: true, content: '', revision: null, reactions: [] })
  }),
  markDeleted: createMessageAlteration(message => {
    Object.assign(message, { isDeleted: true, content: '' })
  }),
  markEdited: createMessageAlteration(message => {
    message.editedAt = message.createdAt
  }),
  relabelType: createMessageAlteration((message, _, random) => {
    message.messageType = random.pick(['change', 'call', 'text', 'system']) ?? ''
  }),
  relabelId: createMessageAlteration((message, { messages }, random) => {
    message.clientId = random.pick([null, 'lain', random.pick(messages)?.clientId ?? null]) ?? null
  }),
  relabelMark: createMessageAlteration((message, _, random) => {
    const mark = getMark(message)
    if (!mark) return
    const lies = [
      { v: 3 },
      { v: 2 },
      { n: 1 + random.below(4) },
      { dev: 'AAAAAAAAAAA' },
      { c: random.below(9) },
    ]
    Object.assign(mark, random.pick(lies))
    if (random.chance(0.3)) delete mark.h
  }),
  putBackVersion: (served, random) => {
    const { messages, earlier } = pickGroup(served, random)
    const version = random.pick(earlier)
    const message = messages.find(({ clientId }) => clientId === version?.clientId)
    if (message) Object.assign(message, structuredClone(version), { seq: message.seq })
  },
  moveRevision: createMessageAlteration((message, { messages, earlier }, random) => {
    const revision = random.pick([...messages, ...earlier])?.revision
    if (!revision) return
    Object.assign(message, { revision: structuredClone(revision), isDeleted: random.chance(0.5) })
  }),
  revisionAsMessage: createMessageAlteration((message, { messages, earlier }, random) => {
    const revision = random.pick([...messages, ...earlier])?.revision
    if (!revision) return
    const { id: clientId, content, metadata } = structuredClone(revision)
    Object.assign(message, { clientId, content, metadata, revision: null, isDeleted: false })
  }),
  moveReactions: createMessageAlteration((message, { messages, earlier }, random, { userIds }) => {
    const reactions = structuredClone(random.pick([...messages, ...earlier])?.reactions ?? [])
    if (random.chance(0.5))
      for (const reaction of reactions) reaction.userId = random.pick([1, 2, 3, ...userIds]) ?? 1
    message.reactions = reactions
    message.reactionCount = reactions.length
  }),
  injectPlaintext: createMessageAlteration((message, _, random) => {
    Object.assign(message, { content: 'Kata pelayan', revision: null, isDeleted: false })
    if (random.chance(0.5)) message.metadata = null
  }),
  corrupt: createMessageAlteration((message, _, random) => {
    const at = 10 + random.below(Math.max(1, message.content.length - 10))
    message.content = `${message.content.slice(0, at)}A${message.content.slice(at + 1)}`
  }),
}

const groupLies: Record<string, Alteration> = {
  dropEntry: (served, random) => {
    const { roster } = pickGroup(served, random)
    roster.entries.splice(random.below(roster.entries.length), 1)
    if (random.chance(0.5)) roster.last = roster.entries.length
  },
  truncateRoster: (served, random) => {
    const { roster } = pickGroup(served, random)
    roster.entries.splice(random.below(roster.entries.length + 1))
    roster.last = roster.entries.length
  },
  swapEntries: (served, random) => {
    const { entries } = pickGroup(served, random).roster
    entries.reverse()
  },
  rosterOfOtherGroup: (served, random) => {
    pickGroup(served, random).roster.entries = structuredClone(pickGroup(served, random).roster.entries)
  },
  addMember: (served, random, { userIds, cards }) => {
    const { roster } = pickGroup(served, random)
    roster.memberIds.push(random.pick(userIds) ?? 0)
    roster.waiting.push(random.pick(cards) as Card)
  },
  dropMember: (served, random) => {
    const { memberIds } = pickGroup(served, random).roster
    memberIds.splice(random.below(memberIds.length), 1)
  },
  offerCard: (served, random, { cards }) => {
    pickGroup(served, random).roster.waiting.push(random.pick(cards) as Card)
  },
  truncateEpochs: (served, random) => {
    const { epochs } = pickGroup(served, random)
    epochs.epochs.splice(random.below(epochs.epochs.length + 1))
    epochs.last = epochs.epochs.length
  },
  /**
   * Makes the dishonest test server present a group as it was at the end of an earlier epoch (group key), with its
   * members at that time.
   */
  setBack: (served, random, { userIds }) => {
    const group = pickGroup(served, random)
    const { epochs, roster } = group
    epochs.epochs.splice(1 + random.below(Math.max(1, epochs.epochs.length)))
    const count = epochs.epochs.length
    const header = epochs.epochs.at(-1)?.header
    roster.entries.splice(header ? parseGroupKeyHeader(header.body).headSeq : 0)
    Object.assign(epochs, { last: count, isStale: false })
    roster.last = roster.entries.length
    roster.memberIds.push(...userIds)
    group.messages = group.messages.filter(message => Number(getMark(message)?.n ?? 0) <= count)
  },
  swapBoxes: (served, random) => {
    const { epochs } = pickGroup(served, random).epochs
    const [a, b] = [random.pick(epochs), random.pick(epochs)]
    if (a && b) [a.box, b.box] = [b.box, a.box]
  },
  dropBox: (served, random) => {
    const epoch = random.pick(pickGroup(served, random).epochs.epochs)
    if (epoch) epoch.box = null
  },
  claimStale: (served, random) => {
    const { epochs } = pickGroup(served, random)
    epochs.isStale = !epochs.isStale
  },
}

const claimLies: Record<string, Alteration> = {
  relabelGroup: (served, random) => {
    const lies: Partial<GroupRow>[] = [
      { type: 'country', country: 'Japan' },
      { type: 'country', country: 'Germany' },
      { type: 'global' },
      { type: 'club', clubId: 4 },
      { type: 'club', clubId: 5 },
      { type: 'custom' },
    ]
    const { claim } = pickRandomGroup(served, random)
    Object.assign(claim, random.pick(lies))
    if (random.chance(0.7)) claim.encrypted = false
    if (random.chance(0.5)) Object.assign(claim, { direct: false, peer: null })
  },
  renameGroup: (served, random) => {
    pickRandomGroup(served, random).claim.name = random.pick(['Siti', 'Mei', 'Ali', 'Jawatankuasa']) ?? ''
  },
  replacePeer: (served, random, { userIds }) => {
    const { claim } = pickRandomGroup(served, random)
    const id = random.pick([1, 2, 3, ...userIds]) ?? 1
    const fullName = random.pick(['Siti', 'Mei', 'Ali', 'Raju']) ?? ''
    claim.peer = random.chance(0.4) ? null : { id, fullName, profileImageUrl: null }
    if (random.chance(0.5)) claim.direct = true
  },
  /** Makes the dishonest test server present a private conversation as a plaintext group. */
  replacePlaintextGroup: (served, random) => {
    const system = random.pick(served.filter(({ claim }) => claim.type !== 'custom'))
    const hidden = random.pick(served.filter(({ claim }) => claim.type === 'custom'))
    if (!system || !hidden) return
    const { type, country, clubId, name } = system.claim
    Object.assign(hidden.claim, { type, country, clubId, name, encrypted: false, direct: false, peer: null })
    served.splice(served.indexOf(system), 1)
  },
  hideGroup: (served, random) => {
    if (served.length > 2) served.splice(served.indexOf(pickRandomGroup(served, random)), 1)
  },
}

/** Ways in which the dishonest test server alters messages, groups and group descriptions, chosen equally often. */
const subjects = [messageLies, groupLies, claimLies]

/** Alters conversations one to four times, as a dishonest server could. Returns names of the alterations. */
export function applyRandomDishonestServerChanges(
  served: ServedConversation[],
  random: Random,
  accomplices: Accomplices,
): string[] {
  return Array.from({ length: 1 + random.below(4) }, () => {
    const lies = random.pick(subjects) ?? messageLies
    const kind = random.pick(Object.keys(lies)) ?? ''
    lies[kind]?.(served, random, accomplices)
    return kind
  })
}
