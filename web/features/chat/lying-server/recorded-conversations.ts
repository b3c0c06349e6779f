// Records conversations on an honest server, which tests then alter as a dishonest server could.
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { buildReplyReference } from '#web/lib/e2ee/conversation/message-reference.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import {
  buildTestGroupRow,
  createDeviceMemory,
  createTestUserWithKeys,
  MemoryDevice,
  MemoryServer,
} from './memory-server.ts'

export const [aliId, sitiId, meiId, rajuId] = [1, 2, 3, 4] as const
export const names: Record<number, string> = {
  [aliId]: 'Ali',
  [sitiId]: 'Siti',
  [meiId]: 'Mei',
  [rajuId]: 'Raju',
}
export const [directId, customId, countryId, clubId, worldId] = [11, 12, 21, 22, 23] as const

/** Recorded message of a test conversation: all versions of its text, the message it replies to and all reactions. */
export interface SaidMessage {
  senderId: number
  dev: string
  c: number
  versions: string[]
  isDeleted: boolean
  repliesTo?: string
  /** Emoji with which each user has reacted, in order. The last emoji is current, and an empty emoji means removal. */
  reactions: Map<number, string[]>
  /** Client-generated id of a later message by which the sender announces the newest edit or deletion. */
  announcedBy?: string
}

/** Group in a test, with functions that send messages to the group and record what was really sent. */
export class RecordedConversation {
  readonly said = new Map<string, SaidMessage>()
  readonly groupId: number

  constructor(groupId: number) {
    this.groupId = groupId
  }

  async say(device: MemoryDevice, group: EncryptedGroup, text: string, replyTo?: string): Promise<string> {
    const clientId = crypto.randomUUID()
    const shown = replyTo ? await this.find(device, group, replyTo) : undefined
    const transport = device.transport(group)
    const response = await transport.send({
      content: text,
      clientId,
      ...(shown && { extra: { reply: buildReplyReference(shown) } }),
    })
    if (!response.ok) throw new Error(response.message)
    const count = [...this.said.values()].filter(({ dev }) => dev === device.identity.dev).length
    for (const changed of this.said.values())
      if (changed.dev === device.identity.dev && changed.announcedBy === '') changed.announcedBy = clientId
    this.said.set(clientId, {
      ...{ senderId: device.me.id, dev: device.identity.dev, c: count + 1, versions: [text] },
      ...{ isDeleted: false, reactions: new Map() },
      ...(replyTo && { repliesTo: replyTo }),
    })
    return clientId
  }

  async find(device: MemoryDevice, group: EncryptedGroup, clientId: string) {
    const found = (await device.read(group)).find(message => message.clientId === clientId)
    if (!found) throw new Error('not shown')
    return found
  }

  async edit(device: MemoryDevice, group: EncryptedGroup, clientId: string, text: string): Promise<void> {
    const message = await this.find(device, group, clientId)
    await device.transport(group).change({ message, op: 'edit', content: text })
    const said = this.said.get(clientId)
    said?.versions.push(text)
    if (said) said.announcedBy = ''
  }

  async remove(device: MemoryDevice, group: EncryptedGroup, clientId: string): Promise<void> {
    const message = await this.find(device, group, clientId)
    await device.transport(group).change({ message, op: 'delete' })
    const said = this.said.get(clientId)
    if (said) Object.assign(said, { isDeleted: true, announcedBy: '' })
  }

  /** Reacts to a message in a test conversation. An empty emoji removes the reaction. */
  async react(device: MemoryDevice, group: EncryptedGroup, clientId: string, emoji: string): Promise<void> {
    const message = await this.find(device, group, clientId)
    const change = emoji ? { op: 'react' as const, content: emoji } : { op: 'unreact' as const }
    await device.transport(group).change({ message, ...change })
    const { reactions } = this.said.get(clientId) ?? {}
    reactions?.set(device.me.id, [...(reactions.get(device.me.id) ?? []), emoji])
  }
}

export interface World {
  server: MemoryServer
  identities: Record<number, Identity>
  devices: Record<number, MemoryDevice>
  /** Chat groups that the test server lists for a user. */
  listFor(userId: number): GroupRow[]
  claimFor(userId: number, groupId: number): GroupRow
}

const memberships: Record<number, number[]> = {
  [directId]: [aliId, sitiId],
  [customId]: [aliId, sitiId],
  [countryId]: [aliId, sitiId, meiId, rajuId],
  [clubId]: [aliId, sitiId, meiId],
  [worldId]: [aliId, sitiId, meiId, rajuId],
}

/** Creates four people with keys and five groups, of which a direct conversation and a custom group are encrypted. */
export async function createTestConversations(): Promise<World> {
  const server = new MemoryServer()
  const identities: Record<number, Identity> = {}
  const devices: Record<number, MemoryDevice> = {}
  for (const [id, name] of Object.entries(names)) {
    const userId = Number(id)
    const identity = await createTestUserWithKeys(server, userId, name)
    identities[userId] = identity
    const me = { id: userId, currentCountry: 'Japan', clubId: 4 }
    devices[userId] = new MemoryDevice(server, identity, me, createDeviceMemory())
  }
  server.addGroup(buildTestGroupRow(directId, { direct: true }), memberships[directId] ?? [])
  server.addGroup(
    buildTestGroupRow(customId, { name: 'Jawatankuasa', role: 'owner' }),
    memberships[customId] ?? [],
  )
  const system = { encrypted: false, country: 'Japan' as const }
  server.addGroup(buildTestGroupRow(countryId, { ...system, type: 'country' }), memberships[countryId] ?? [])
  server.addGroup(
    buildTestGroupRow(clubId, { ...system, type: 'club', clubId: 4, name: 'Kelab Tokyo' }),
    memberships[clubId] ?? [],
  )
  server.addGroup(
    buildTestGroupRow(worldId, { ...system, type: 'global', country: null }),
    memberships[worldId] ?? [],
  )
  const claimFor = (userId: number, groupId: number): GroupRow => {
    const { claim, memberIds } = server.getGroup(groupId)
    if (!claim.direct) return claim
    const peerId = memberIds.find(id => id !== userId) ?? 0
    const fullName = names[peerId] ?? ''
    return { ...claim, name: fullName, peer: { id: peerId, fullName, profileImageUrl: null } }
  }
  const listFor = (userId: number) =>
    [...server.groups.values()]
      .filter(({ memberIds }) => memberIds.includes(userId))
      .map(({ claim }) => claimFor(userId, claim.id))
  return { server, identities, devices, listFor, claimFor }
}

/** Opens a group on a test device, verifies the group and reads the names signed by its members. */
export async function openAndVerifyGroupOnTestDevice(
  world: World,
  userId: number,
  groupId: number,
): Promise<EncryptedGroup> {
  const device = world.devices[userId] as MemoryDevice
  const group = await device.open(world.claimFor(userId, groupId))
  await group.sync()
  await storeSignedMemberNames(device)
  return group
}

/** Records the members' signed names, as the client does after each verification of the signed member list. */
export async function storeSignedMemberNames(device: MemoryDevice): Promise<void> {
  for (const userId of Object.keys(device.trust.get().pins).map(Number))
    await device.trust.recordName(userId, { rev: 1, name: names[userId] ?? '' })
}
