// @vitest-environment node
// Attacks by a dishonest server on the conversation core. Each test names the attack and how the client prevents it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { GroupRow, Message } from '#shared/contracts/chat/chat.schemas.ts'
import { resendLostMessages } from '#web/features/chat/encryption/resend-lost-messages.ts'
import {
  buildSignedMessagePinRequest,
  verifyPinnedMessageSignature,
} from '#web/features/chat/messages/list/signed-pins.ts'
import { determineSendingPermission } from '#web/lib/e2ee/conversation/determine-sending-permission.ts'
import { findMissingReorderedOrOutdatedMessages } from '#web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.ts'
import { findQuotedMessage } from '#web/lib/e2ee/conversation/message-reference.ts'
import { createIdentityKeys, generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { keyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import { buildTestGroupRow, createDeviceMemory, MemoryDevice } from './memory-server.ts'
import {
  aliId,
  clubId,
  createTestConversations,
  customId,
  directId,
  meiId,
  openAndVerifyGroupOnTestDevice,
  RecordedConversation,
  sitiId,
  storeSignedMemberNames,
  type World,
} from './recorded-conversations.ts'

/** Id of a group that the recorded conversations do not contain. */
const otherCustomId = 13

let world: World
let [ali, siti] = [] as unknown as [MemoryDevice, MemoryDevice]
let [atAli, atSiti] = [] as unknown as [EncryptedGroup, EncryptedGroup]
let talk: RecordedConversation

/** Starts the group of the test users Ali and Siti on the devices of both. */
async function startGroupOnBothDevices(groupId: number): Promise<void> {
  atAli = await openAndVerifyGroupOnTestDevice(world, aliId, groupId)
  await atAli.createRoster([sitiId], 0)
  await storeSignedMemberNames(ali)
  atSiti = await openAndVerifyGroupOnTestDevice(world, sitiId, groupId)
  talk = new RecordedConversation(groupId)
}

beforeEach(async () => {
  world = await createTestConversations()
  ;[ali, siti] = [world.devices[aliId], world.devices[sitiId]] as [MemoryDevice, MemoryDevice]
})

const getMessageRows = () => world.server.getGroup(talk.groupId).messages
const findMessageRow = (clientId: string) =>
  getMessageRows().find(row => row.clientId === clientId) as Message
const readMessagesAndFlaws = async (device: MemoryDevice, group: EncryptedGroup) => {
  const shown = await device.read(group)
  return {
    shown,
    flaws: findMissingReorderedOrOutdatedMessages(shown, { isFromStart: true, memory: group.memory }),
  }
}

/** Removes a stored message and renumbers the messages after it, like a server that conceals a message. */
function dropMessageRow(clientId: string): void {
  const messages = getMessageRows().filter(row => row.clientId !== clientId)
  world.server.getGroup(talk.groupId).messages.splice(0, Number.POSITIVE_INFINITY, ...messages)
  for (const [index, row] of messages.entries()) row.seq = index + 1
}

describe('a server that relabels an encrypted conversation', () => {
  const lies: Partial<GroupRow>[] = [
    { type: 'country', country: 'Japan' },
    { type: 'global' },
    { type: 'club', clubId: 4, country: 'Japan' },
  ]

  test.each(lies)(
    'a server that relabels a conversation known to the device gets no plaintext, whatever group data it claims: %o',
    async lie => {
      for (const groupId of [directId, customId]) {
        await startGroupOnBothDevices(groupId)
        const claim = {
          ...world.claimFor(aliId, groupId),
          direct: false,
          peer: null,
          encrypted: false,
          ...lie,
        }
        const listed = [claim, ...world.listFor(aliId).filter(({ id }) => id !== groupId)]
        expect(await ali.send(claim, listed, 'Rahsia')).toBe('stopped')
      }
      expect(world.server.plaintext).toEqual([])
    },
  )

  test.each(lies)(
    'a server that relabels a conversation just started by the user gets no plaintext, whatever group data it claims: %o',
    async lie => {
      const claim = {
        ...world.claimFor(aliId, directId),
        direct: false,
        peer: null,
        encrypted: false,
        ...lie,
      }
      await ali.trust.recordConversation(directId, { kind: 'direct', peer: sitiId })
      for (const listed of [[claim], [claim, ...world.listFor(aliId)]])
        expect(await ali.send(claim, listed, 'Rahsia')).not.toBe('plaintext')
    },
  )

  test.each(lies)(
    'a server that relabels a group gets no plaintext from a new device that also sees the real group, whatever group data it claims: %o',
    async lie => {
      await startGroupOnBothDevices(directId)
      const fresh = new MemoryDevice(world.server, ali.identity, ali.me, createDeviceMemory())
      const claim = {
        ...world.claimFor(aliId, directId),
        direct: false,
        peer: null,
        encrypted: false,
        ...lie,
      }
      const listed = [claim, ...world.listFor(aliId).filter(({ id }) => id !== directId)]
      expect(await fresh.send(claim, listed, 'Rahsia')).toBe('stopped')
      expect(world.server.plaintext).toEqual([])
    },
  )

  test('the server cannot pass off an existing conversation as the conversation that the user has just started', async () => {
    await startGroupOnBothDevices(directId)
    await expect(ali.trust.recordConversation(directId, { kind: 'direct', peer: meiId })).rejects.toThrow(
      'another-conversation',
    )
    await expect(ali.trust.recordConversation(directId, { kind: 'custom' })).rejects.toThrow()
  })

  test('the server cannot pass a group of other members off as the group that the user has just created', async () => {
    // Case 1: the device already knows the group from an earlier visit.
    await startGroupOnBothDevices(customId)
    const created = { kind: 'custom' as const, founder: aliId }
    await expect(ali.trust.recordConversation(customId, created)).rejects.toThrow('another-conversation')
    // Case 2: the device does not know the group, which Mei created and Siti can read as well.
    const claim = buildTestGroupRow(otherCustomId, { name: 'Rahsia' })
    world.server.addGroup(claim, [aliId, sitiId, meiId])
    const atMei = await (world.devices[meiId] as MemoryDevice).open(claim)
    await atMei.createRoster([aliId, sitiId], 0)
    await atMei.sync()
    await ali.trust.recordConversation(otherCustomId, created)
    const group = await ali.open(claim)
    await group.createRoster([sitiId], 0)
    expect(group.get()).toMatchObject({ phase: 'broken', reason: 'wrong-shape' })
    expect(await ali.send(claim, [claim], 'Rahsia')).toBe('stopped')
  })

  test('the device on which a user creates a group signs the first entry of its member list, and the group opens on all devices of the user', async () => {
    const claim = buildTestGroupRow(otherCustomId, { name: 'Rahsia', role: 'owner' })
    world.server.addGroup(claim, [aliId, sitiId])
    await ali.trust.recordConversation(otherCustomId, { kind: 'custom', founder: aliId })
    const group = await ali.open(claim)
    await group.createRoster([sitiId], 0)
    expect(await ali.send(claim, [claim], 'Rahsia')).toBe('encrypted')
    const secondDevice = new MemoryDevice(world.server, ali.identity, ali.me, {
      ...ali.memory,
      groups: new Map(),
    })
    const opened = await secondDevice.open(claim)
    await opened.sync()
    expect(opened.get().phase).toBe('ready')
  })

  test('a device without keys and without a vault (encrypted backup on the server) can still read and write in plaintext groups', async () => {
    const fresh = new MemoryDevice(world.server, ali.identity, ali.me, createDeviceMemory())
    const listed = world.listFor(aliId)
    for (const claim of listed.filter(({ type }) => type !== 'custom'))
      expect(await fresh.send(claim, listed, 'Awam')).toBe('plaintext')
    expect(world.server.plaintext).toHaveLength(3)
  })
})

test('an encrypted conversation is never searched on the server, whatever kind of conversation the server claims', async () => {
  await startGroupOnBothDevices(directId)
  const claim = world.claimFor(aliId, directId)
  for (const lie of [
    {},
    { type: 'country' as const, country: 'Japan' as const, encrypted: false, direct: false },
  ])
    expect(ali.describe({ ...claim, ...lie }, world.listFor(aliId))).not.toHaveProperty('permit')
})

describe('a server that shows another person', () => {
  test('a direct conversation keeps its signed name when the server withholds the peer and sends another name', async () => {
    await startGroupOnBothDevices(directId)
    const claim = { ...world.claimFor(aliId, directId), peer: null, name: 'Mei' }
    expect(ali.describe(claim)).toMatchObject({ name: 'Siti', peerId: sitiId })
    const fresh = new MemoryDevice(world.server, ali.identity, ali.me, createDeviceMemory())
    expect(fresh.describe(claim)).toMatchObject({ name: 'Bekas ahli', refusal: 'peer-unknown' })
    expect(await fresh.send(claim, [claim], 'Untuk Mei')).toBe('stopped')
  })

  test('a device sends no message when the server names a different peer for a direct conversation, on a known and on a new device', async () => {
    await startGroupOnBothDevices(directId)
    const mei = { id: meiId, fullName: 'Mei', profileImageUrl: null }
    const claim = { ...world.claimFor(aliId, directId), peer: mei, name: 'Mei' }
    expect(ali.describe(claim)).toMatchObject({ name: 'Siti', refusal: 'another-peer' })
    expect(await ali.send(claim, [claim], 'Untuk Mei')).toBe('stopped')
    const fresh = new MemoryDevice(world.server, ali.identity, ali.me, createDeviceMemory())
    const group = await fresh.open(claim)
    await group.sync()
    expect(group.get()).toMatchObject({ phase: 'broken', reason: 'direct-of-two' })
    expect(await fresh.send(claim, [claim], 'Untuk Mei')).toBe('stopped')
  })

  test('a device that knows the peer ignores a different peer named by the server when it opens the group', async () => {
    await startGroupOnBothDevices(directId)
    const mei = { id: meiId, fullName: 'Mei', profileImageUrl: null }
    const group = await ali.open({ ...world.claimFor(aliId, directId), peer: mei })
    expect(group.facts).toEqual({ groupId: directId, shape: 'direct', peerId: sitiId })
  })

  test('a device detects that the server names a false chat partner, because the signed member list names the real one, even if the server named none at first', async () => {
    await startGroupOnBothDevices(directId)
    const claim = { ...world.claimFor(aliId, directId), peer: null }
    const fresh = new MemoryDevice(world.server, ali.identity, ali.me, createDeviceMemory())
    await (await fresh.open(claim)).sync()
    expect(fresh.trust.getCheckpoint(directId)).toMatchObject({ kind: 'direct', peer: sitiId })
    const mei = { id: meiId, fullName: 'Mei', profileImageUrl: null }
    expect(fresh.describe({ ...claim, peer: mei })).toMatchObject({
      peerId: sitiId,
      refusal: 'another-peer',
    })
  })

  test('a device that learns the peer of a direct conversation after opening it rejects a signed member list with a different peer', async () => {
    world.server.getGroup(directId).memberIds.splice(0, 2, aliId, meiId)
    await (await openAndVerifyGroupOnTestDevice(world, meiId, directId)).createRoster([aliId], 0)
    const group = await ali.open({ ...world.claimFor(aliId, directId), peer: null })
    expect(group.facts).toEqual({ groupId: directId, shape: 'direct' })
    await ali.trust.recordConversation(directId, { kind: 'direct', peer: sitiId })
    await group.sync()
    expect(group.get()).toMatchObject({ phase: 'broken', reason: 'wrong-shape' })
  })

  test('the server cannot replace the peer of a direct conversation who has no keys yet, because the first signed entry names the peer', async () => {
    world.server.getGroup(directId).memberIds.splice(0, 2, aliId, meiId)
    const claim = {
      ...world.claimFor(aliId, directId),
      peer: { id: sitiId, fullName: 'Siti', profileImageUrl: null },
    }
    const group = await ali.open(claim)
    await group.createRoster([], 0)
    expect(group.get().roster?.peer).toBe(sitiId)
    expect(await ali.send(claim, [claim], 'Untuk Siti')).toBe('waits')
    // A new device to which the server names another peer compares it with the peer in the signed member list.
    const mei = { id: meiId, fullName: 'Mei', profileImageUrl: null }
    const fresh = new MemoryDevice(world.server, ali.identity, ali.me, createDeviceMemory())
    const misled = await fresh.open({ ...claim, peer: mei })
    await misled.sync()
    expect(misled.get()).toMatchObject({ phase: 'broken', reason: 'direct-of-two' })
  })
})

test('a reply quotes the message for which it was written, even after the server has swapped two messages', async () => {
  await startGroupOnBothDevices(customId)
  const question = await talk.say(ali, atAli, 'Jumpa esok?')
  const other = await talk.say(ali, atAli, 'Pinjam RM5,000?')
  const reply = await talk.say(siti, atSiti, 'Setuju', question)
  const [a, b] = [findMessageRow(question), findMessageRow(other)]
  ;[a.seq, b.seq] = [b.seq, a.seq]
  getMessageRows().sort((first, second) => first.seq - second.seq)
  const fresh = new MemoryDevice(world.server, ali.identity, ali.me, createDeviceMemory())
  const { shown, flaws } = await readMessagesAndFlaws(
    fresh,
    await fresh.open(world.claimFor(aliId, customId)),
  )
  const reference = shown.find(({ clientId }) => clientId === reply)?.extra?.reply
  const atPosition = shown.find(({ seq }) => seq === reference?.seq)
  expect(atPosition?.clientId).toBe(other)
  expect(reference && findQuotedMessage(reference, shown, atPosition)?.content).toBe('Jumpa esok?')
  // The order of two messages from the same device was swapped, and the client marks both.
  expect([...flaws.values()]).toContainEqual({ isTurned: true })
})

describe('a server that drops messages', () => {
  test('a device detects that the server dropped the first message of another device', async () => {
    await startGroupOnBothDevices(customId)
    const first = await talk.say(ali, atAli, 'Satu')
    await talk.say(ali, atAli, 'Dua')
    dropMessageRow(first)
    expect([...(await readMessagesAndFlaws(siti, atSiti)).flaws]).toEqual([[1, { missing: 1 }]])
  })

  test('a device detects a message dropped next to a message that a moderator has hidden, because a hidden message keeps its number and hash', async () => {
    await startGroupOnBothDevices(customId)
    await talk.say(ali, atAli, 'Satu')
    const hidden = await talk.say(ali, atAli, 'Dua')
    const dropped = await talk.say(ali, atAli, 'Tiga')
    await talk.say(ali, atAli, 'Empat')
    const row = findMessageRow(hidden)
    Object.assign(row, { isHidden: true, content: '' })
    expect(row.metadata?.e2ee).toMatchObject({ c: 2, h: expect.stringMatching(/^.{43}$/) })
    expect((await readMessagesAndFlaws(siti, atSiti)).flaws.size).toBe(0)
    dropMessageRow(dropped)
    const fresh = new MemoryDevice(world.server, siti.identity, siti.me, createDeviceMemory())
    const atFresh = await fresh.open(world.claimFor(sitiId, customId))
    expect([...(await readMessagesAndFlaws(fresh, atFresh)).flaws]).toEqual([[3, { missing: 1 }]])
    // A message is rejected if its number or hash outside the ciphertext was altered.
    const last = getMessageRows().at(-1) as Message
    Object.assign((last.metadata as { e2ee: object }).e2ee, { c: 3 })
    expect((await siti.read(atSiti)).at(-1)).toMatchObject({ trouble: 'forged' })
  })
})

describe('a server that puts back an earlier version', () => {
  test('a device that has seen the edit of a message detects that the server sends the earlier version again, even after a reload of the page', async () => {
    await startGroupOnBothDevices(customId)
    const price = await talk.say(ali, atAli, 'RM1000')
    await talk.edit(ali, atAli, price, 'RM100')
    const older = structuredClone(findMessageRow(price))
    await talk.edit(ali, atAli, price, 'RM10')
    expect((await siti.read(atSiti)).at(-1)).toMatchObject({ content: 'RM10', revisionCount: 2 })
    Object.assign(findMessageRow(price), older)
    const reloaded = new MemoryDevice(world.server, siti.identity, siti.me, siti.memory)
    const group = await reloaded.open(world.claimFor(sitiId, customId))
    const { shown, flaws } = await readMessagesAndFlaws(reloaded, group)
    expect(shown.at(-1)).toMatchObject({ content: 'RM100' })
    expect([...flaws.values()]).toEqual([{ isOutdated: true }])
  })

  test('a new device detects that the server sends an edited message in its original version, because a later signed message of the author mentions the edit', async () => {
    await startGroupOnBothDevices(customId)
    const price = await talk.say(ali, atAli, 'RM1000')
    const original = structuredClone(findMessageRow(price))
    await talk.edit(ali, atAli, price, 'RM10')
    await talk.say(ali, atAli, 'Setuju?')
    Object.assign(findMessageRow(price), original)
    const { flaws } = await readMessagesAndFlaws(siti, atSiti)
    expect([...flaws]).toEqual([[1, { isOutdated: true }]])
  })

  test('a removed reaction stays removed when the server sends the reaction again, because the device knows the signed removal', async () => {
    await startGroupOnBothDevices(customId)
    const text = await talk.say(ali, atAli, 'Mesyuarat ditangguh')
    await talk.react(siti, atSiti, text, '👍')
    const withReaction = structuredClone(findMessageRow(text))
    expect((await ali.read(atAli)).at(-1)?.reactions).toMatchObject([{ userId: sitiId, content: '👍' }])
    await talk.react(siti, atSiti, text, '')
    expect((await ali.read(atAli)).at(-1)?.reactions).toEqual([])
    Object.assign(findMessageRow(text), withReaction)
    expect((await ali.read(atAli)).at(-1)?.reactions).toEqual([])
  })
})

test('an open page accepts messages that others resend at new positions after the server was restored from a backup', async () => {
  await startGroupOnBothDevices(customId)
  for (const text of ['Satu', 'Dua', 'Tiga']) await talk.say(ali, atAli, text)
  const page = siti.transport(atSiti)
  await page.fetchMessages({ limit: 50 })
  const [first, second, third] = structuredClone(getMessageRows()) as [Message, Message, Message]
  const swapped = [first, { ...third, seq: 2 }, { ...second, seq: 3 }]
  const fetchTroubleOfMessages = async (messages: Message[]) => {
    getMessageRows().splice(0, Number.POSITIVE_INFINITY, ...structuredClone(messages))
    return (await page.fetchMessages({ limit: 50 })).map(({ trouble }) => trouble)
  }
  expect(await fetchTroubleOfMessages(swapped)).toEqual(['forged', 'forged', undefined])
  await fetchTroubleOfMessages([first])
  await page.join()
  expect(await fetchTroubleOfMessages(swapped)).toEqual([undefined, undefined, undefined])
})

test('a device accepts a pinned message only if the signature of the pin names that message and the user who pinned it', async () => {
  await startGroupOnBothDevices(customId)
  const [rule, other] = [await talk.say(ali, atAli, 'Peraturan'), await talk.say(ali, atAli, 'Lain')]
  const [message, otherMessage] = [await talk.find(ali, atAli, rule), await talk.find(siti, atSiti, other)]
  const { seal } = await buildSignedMessagePinRequest(message, true, atAli)
  const pinSeals = [seal ? { ...seal, by: aliId } : null]
  const shown = await talk.find(siti, atSiti, rule)
  expect(await verifyPinnedMessageSignature({ pins: [shown.seq], pinSeals }, shown, atSiti)).toEqual({
    by: aliId,
  })
  // The server moves the pin to another message, attributes it to another user or invents a pin.
  expect(
    await verifyPinnedMessageSignature({ pins: [otherMessage.seq], pinSeals }, otherMessage, atSiti),
  ).toBe('server')
  const stolen = [seal ? { ...seal, by: sitiId } : null]
  expect(await verifyPinnedMessageSignature({ pins: [shown.seq], pinSeals: stolen }, shown, atSiti)).toBe(
    'server',
  )
  expect(await verifyPinnedMessageSignature({ pins: [shown.seq], pinSeals: [null] }, shown, atSiti)).toBe(
    'server',
  )
})

describe('edits of messages and new members of an encrypted group', () => {
  test('the client refuses to edit a message after the members of the group have changed, so newcomers never read an older message', async () => {
    await startGroupOnBothDevices(customId)
    const text = await talk.say(ali, atAli, 'Sebelum Mei masuk')
    world.server.getGroup(customId).memberIds.push(meiId)
    await atAli.admitMembers([meiId])
    await expect(talk.edit(ali, atAli, text, 'Sebelum Mei masuk!')).rejects.toThrow('epoch-changed')
    await talk.say(ali, atAli, 'Selamat datang')
    await expect(talk.edit(ali, atAli, text, 'Sebelum Mei masuk!')).rejects.toThrow('epoch-changed')
    const mei = world.devices[meiId] as MemoryDevice
    const atMei = await openAndVerifyGroupOnTestDevice(world, meiId, customId)
    expect((await mei.read(atMei)).map(({ content, trouble }) => trouble ?? content)).toEqual([
      'before',
      'Selamat datang',
    ])
    // The newcomer's check of message numbers starts with the unreadable message, so nothing is reported as missing.
    expect((await readMessagesAndFlaws(mei, atMei)).flaws.size).toBe(0)
  })
})

test('a new member is admitted as soon as any group administrator opens the group', async () => {
  const claims = world.server.getGroup(clubId)
  claims.memberIds.splice(0, 3, aliId, sitiId)
  const admin = await openAndVerifyGroupOnTestDevice(world, aliId, clubId)
  await admin.createRoster([], 0)
  await admin.sync()
  const rajuId = 4
  claims.memberIds.push(rajuId)
  await admin.sync()
  expect(admin.get().roster?.spans.map(({ card }) => card.userId)).toEqual([aliId, sitiId, rajuId])
  const talkInClub = new RecordedConversation(clubId)
  await talkInClub.say(ali, admin, 'Selamat tinggal')
  // The administrator and the deputy leave, Mei joins, and Raju, an ordinary member, opens the group without writing.
  claims.memberIds.splice(0, 3, rajuId, meiId)
  const atRaju = await openAndVerifyGroupOnTestDevice(world, rajuId, clubId)
  expect(atRaju.get().roster?.spans.find(({ card }) => card.userId === meiId)).toBeDefined()
  expect(claims.messages).toHaveLength(1)
  const atMei = await openAndVerifyGroupOnTestDevice(world, meiId, clubId)
  expect(atMei.get().phase).toBe('ready')
})

describe('a peer whose keys changed', () => {
  test('a message waits until the new keys of the peer are accepted, and meanwhile no group key (epoch) is created that excludes the peer', async () => {
    await startGroupOnBothDevices(directId)
    await talk.say(ali, atAli, 'Hai')
    const renewed = await createIdentityKeys(generateKeySeed(), sitiId, 2)
    world.server.cards.set(sitiId, renewed.card)
    await atAli.sync()
    const claim = world.claimFor(aliId, directId)
    const epochs = world.server.getGroup(directId).epochs.length
    expect(await ali.send(claim, [claim], 'Jumpa di mana?')).toBe('waits')
    await expect(atAli.encrypt('Jumpa di mana?', 'x')).rejects.toThrow('alone')
    expect(world.server.getGroup(directId).epochs).toHaveLength(epochs)
    await atAli.acceptCards([renewed.card])
    expect(await ali.send(claim, [claim], 'Jumpa di mana?')).toBe('encrypted')
    const phone = new MemoryDevice(world.server, renewed, siti.me, createDeviceMemory())
    const atPhone = await phone.open(world.claimFor(sitiId, directId))
    await atPhone.sync()
    expect((await phone.read(atPhone)).at(-1)).toMatchObject({ content: 'Jumpa di mana?' })
  })
})

describe('a server that publishes other keys in the name of the user', () => {
  afterEach(() => keyMismatchAlarm.set(null))

  test('while the server publishes keys that the user did not create, no message, change, pin or call signal leaves the device, whichever code sends it', async () => {
    await startGroupOnBothDevices(customId)
    const message = await talk.find(ali, atAli, await talk.say(ali, atAli, 'Hai'))
    const before = structuredClone(world.server.getGroup(customId))
    keyMismatchAlarm.set({ kind: 'question', since: null, card: 'foreign' })
    expect(determineSendingPermission(atAli.get())).toEqual({ kind: 'stop', reason: 'own-keys' })
    const transport = ali.transport(atAli)
    expect(await transport.send({ content: 'Rahsia' })).toMatchObject({ ok: false })
    for (const op of ['edit', 'react', 'unreact', 'delete'] as const)
      await expect(transport.change({ message, op, content: '👍' })).rejects.toThrow('own-keys-disputed')
    await expect(buildSignedMessagePinRequest(message, true, atAli)).rejects.toThrow('own-keys-disputed')
    await expect(atAli.encrypt('Rahsia', 'x')).rejects.toThrow('own-keys-disputed')
    // A call encrypts its signals to the keys that getReaderCard returns.
    expect(atAli.getReaderCard(sitiId)).toBeUndefined()
    // While the user's published keys are disputed, a newly opened group sends nothing either.
    const reloaded = new MemoryDevice(world.server, ali.identity, ali.me, ali.memory)
    const group = await reloaded.open(world.claimFor(aliId, customId))
    expect(determineSendingPermission(group.get())).toEqual({ kind: 'stop', reason: 'own-keys' })
    await expect(group.encrypt('Rahsia', 'y')).rejects.toThrow('own-keys-disputed')
    // If the server claims to have lost all messages while the user's keys are disputed, none is sent again.
    const resent: unknown[] = []
    const emptyServer = {
      fetchMessages: async () => [],
      send: async (sent: unknown) => {
        resent.push(sent)
        return { ok: false as const, code: 'not_found' as const, message: '' }
      },
      pause: 1,
    }
    await resendLostMessages(atAli, emptyServer)
    expect(resent).toEqual([])
    expect(world.server.getGroup(customId)).toEqual(before)
    keyMismatchAlarm.set(null)
    await resendLostMessages(atAli, emptyServer)
    expect(resent).toHaveLength(1)
    expect(atAli.getReaderCard(sitiId)).toEqual(siti.identity.card)
    expect(await transport.send({ content: 'Boleh' })).toMatchObject({ ok: true })
  })
})

describe('a peer whose newer keys were accepted in another group', () => {
  test('no message and no call signal is encrypted to the old keys of a peer whose newer keys the user accepted in another group', async () => {
    await startGroupOnBothDevices(customId)
    await talk.say(ali, atAli, 'Hai')
    expect(atAli.getReaderCard(sitiId)).toEqual(siti.identity.card)
    await ali.trust.acceptCard((await createIdentityKeys(generateKeySeed(), sitiId, 2)).card)
    expect(atAli.get().phase).toBe('ready')
    expect(atAli.getReaderCard(sitiId)).toBeUndefined()
    await expect(atAli.encrypt('Rahsia', 'x')).rejects.toThrow('alone')
  })
})
