// Tests 11 to 20 of what the end-to-end encryption guarantees: whose keys a client trusts despite a malicious server.
// The tests run the client code, change the database directly and tamper with responses.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildCommonMemberListEntryFields } from '#server/test/chat/e2ee-members.ts'
import { getGroupRoster, getUserIds, setUpEncryptedGroups } from '#server/test/chat/encrypted-groups.ts'
import {
  createAndPublishTestEncryptionKeys,
  createInMemoryGroupStateStore,
  createInMemoryMessageCounterStore,
  createInMemoryTrustedKeyStore,
  createKeyVaultOfTestUser,
  type Person,
} from '#server/test/chat/encrypted-person.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow, Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { EpochsResponse, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import {
  findMemberAfterMembershipChange,
  listMembersWhoMayReadNewMessages,
  listMembersWhoMaySignMembershipChanges,
} from '#shared/e2ee/roster.ts'
import { hashTextWithSignature } from '#shared/e2ee/signed-text.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import {
  createIdentityKeys,
  generateKeySeed,
  type Identity,
  signText,
} from '#web/lib/e2ee/crypto/identity.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import type { GroupClient } from '#web/lib/e2ee/group/group-ports.ts'
import { requireSignedMemberListMatchesGroupFromServer } from '#web/lib/e2ee/group/group-state.ts'
import { createNextGroupKey } from '#web/lib/e2ee/message/epoch-keys.ts'
import { encryptMessage } from '#web/lib/e2ee/message/message.ts'
import { keyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'

const { run, people, person, begin, buildClubGroup, join, setStatus, holders } = setUpEncryptedGroups()
let [ali, siti] = [] as unknown as [Person, Person]
beforeEach(async () => {
  ;[ali, siti] = await people(2)
})

const getReaderIds = (group: EncryptedGroup) =>
  listMembersWhoMayReadNewMessages(getGroupRoster(group)).map(({ card }) => card.userId)
const getPhaseOfGroup = (group: EncryptedGroup) => group.get().phase
const getRoster = (by: Person, id: number, after = 0) =>
  by.call<RosterResponse>('GET', `/api/groups/${id}/roster?after=${after}`)
const getEpochs = (by: Person, id: number, after = 0) =>
  by.call<EpochsResponse>('GET', `/api/groups/${id}/epochs?after=${after}`)
const getMessages = async (by: Person, id: number) =>
  (await by.call<Message[]>('GET', `/api/messages/${id}?limit=200`)).toReversed()

/** Expects that the message waits on the device, because nobody else would get its key. */
async function expectGroupWaiting(by: Person, group: EncryptedGroup) {
  const response = await by.sendText(group, group.facts.groupId, 'Belum')
  expect(response).toMatchObject({
    ok: false,
    message: expect.stringContaining('Disimpan pada peranti anda'),
  })
}

async function expectMessageSent(by: Person, group: EncryptedGroup, text = 'Boleh') {
  expect(await by.sendText(group, group.facts.groupId, text)).toMatchObject({ ok: true })
}

/** Expects that the client sends neither a message nor a new group key (epoch). */
async function expectGroupStopped(by: Person, group: EncryptedGroup) {
  const { groupId } = group.facts
  const count = sql`select (select count(*) from messages where group_id = ${groupId})::int as said,
    (select count(*) from group_epochs where group_id = ${groupId})::int as epochs`
  const { rows: before } = await run(count)
  expect(await by.sendText(group, groupId, 'Tidak boleh sampai')).toMatchObject({ ok: false })
  expect((await run(count)).rows).toEqual(before)
}

/** Simulates a server that hides every later change of the group's member list (roster) and keys (epochs). */
async function snapshotServer(
  by: Person,
  id: number,
): Promise<Pick<GroupClient, 'fetchRoster' | 'fetchEpochs'>> {
  const [list, keys] = [await getRoster(by, id), await getEpochs(by, id)]
  return {
    fetchRoster: async after => ({ ...list, entries: list.entries.slice(after) }),
    fetchEpochs: async after => ({ ...keys, epochs: keys.epochs.slice(after), isStale: false }),
  }
}

/** Creates a new device of the same person without local data, with access to the encrypted key backup (vault). */
async function createFreshDevice(of: Person, identity: Identity = of.identity) {
  const trust = createInMemoryTrustedKeyStore()
  const vault = createKeyVaultOfTestUser(of, identity, trust)
  const parts = {
    identity,
    trust,
    store: createInMemoryGroupStateStore(),
    counts: createInMemoryMessageCounterStore(),
  }
  return { vault, trust, parts }
}

describe('11. replaced public keys', () => {
  const insertPublicKeys = ({ user }: Person, { card }: Identity) =>
    run(sql`insert into user_keys (user_id, gen, card) values (${user.id}, ${card.gen}, ${JSON.stringify(card)}::jsonb)
      on conflict (user_id, gen) do update set card = excluded.card`)

  async function startVerifiedGroup() {
    const { id, group } = await begin(ali, siti)
    await group.markVerified(siti.identity.card)
    return { id, group }
  }

  async function startDirectMessage(peer: Person) {
    const { id } = await ali.call<GroupRow>('POST', '/api/groups', {
      direct: true,
      memberIds: [peer.user.id],
    })
    const conversation = ali.group(id, { peerId: peer.user.id })
    await conversation.createRoster([], 0)
    return { id, conversation }
  }

  test('when public keys of a user are replaced without a new key generation number, the client stops groups, direct conversations and calls with that user', async () => {
    const known = await startVerifiedGroup()
    expect(known.group.getReaderCard(siti.user.id)).toEqual(siti.identity.card)
    await insertPublicKeys(siti, await createIdentityKeys(generateKeySeed(), siti.user.id, 1))
    const { id } = await ali.call<GroupRow>('POST', '/api/groups', {
      name: 'Baharu',
      memberIds: [siti.user.id],
    })
    const group = ali.group(id)
    await group.createRoster([siti.user.id], 0)
    expect(group.get()).toMatchObject({ phase: 'broken', reason: 'person-swapped', swapped: [siti.user.id] })
    expect(group.get().roster).toBeUndefined()
    await expectGroupStopped(ali, group)
    // The existing group stops although the client has not synchronized it since the public keys were replaced.
    expect(getPhaseOfGroup(known.group)).toBe('broken')
    await expectGroupStopped(ali, known.group)
    expect(known.group.getReaderCard(siti.user.id)).toBeUndefined()
    const { conversation } = await startDirectMessage(siti)
    expect(conversation.get().roster).toBeUndefined()
    await expectGroupStopped(ali, conversation)
  })

  test('a device encrypts no group key to new public keys of a member until its user accepts these keys', async () => {
    const { id, group } = await startVerifiedGroup()
    const fake = await createIdentityKeys(generateKeySeed(), siti.user.id, 2)
    await insertPublicKeys(siti, fake)
    const countEpochs = async () =>
      (await run(sql`select from group_epochs where group_id = ${id}`)).rows.length
    const before = await countEpochs()
    await group.sync()
    await expectGroupWaiting(ali, group)
    expect(await countEpochs()).toBe(before)
    const { id: other, conversation } = await startDirectMessage(siti)
    await expectGroupWaiting(ali, conversation)
    expect(await holders(other)).toEqual([])
    expect(conversation.get().waiting).toEqual([{ card: fake.card, why: 'new' }])
    expect(conversation.getReaderCard(siti.user.id)).toBeUndefined()
    await conversation.acceptCards([fake.card])
    expect(conversation.getReaderCard(siti.user.id)).toEqual(fake.card)
  })

  test('a user who verified the old public keys of a member sends nothing until the user accepts the new keys that an administrator signed', async () => {
    const mei = await person()
    const { id, group: atMei } = await begin(mei, ali, siti)
    const group = ali.group(id)
    await group.sync()
    await group.markVerified(siti.identity.card)
    const renewed = await createAndPublishTestEncryptionKeys(siti.call, siti.user.id, 2)
    await atMei.sync()
    await atMei.acceptCards([renewed.identity.card])
    await expectMessageSent(mei, atMei)
    await group.sync()
    expect(group.get()).toMatchObject({ phase: 'ready', halted: [siti.user.id] })
    await expectGroupStopped(ali, group)
    await expect(group.encrypt('Tidak', 'x')).rejects.toThrow('person-renewed')
    expect(group.getReaderCard(siti.user.id)).toBeUndefined()
    await group.acceptNewKeys(siti.user.id)
    await expectMessageSent(ali, group)
    expect(group.getReaderCard(siti.user.id)).toEqual(renewed.identity.card)
  })

  test('when new public keys in a direct conversation are signed only by the old keys, the other person sends nothing until accepting the new keys', async () => {
    const { id } = await ali.call<GroupRow>('POST', '/api/groups', {
      direct: true,
      memberIds: [siti.user.id],
    })
    const [atAli, atSiti] = [ali.group(id, { peerId: siti.user.id }), siti.group(id, { peerId: ali.user.id })]
    await atAli.createRoster([], 0)
    await expectMessageSent(ali, atAli)
    await atSiti.sync()
    const renewed = await createAndPublishTestEncryptionKeys(siti.call, siti.user.id, 2)
    const entry = {
      ...buildCommonMemberListEntryFields(id, getGroupRoster(atSiti), siti.user.id),
      op: 'add',
      role: 'admin',
      cards: [renewed.identity.card],
    }
    const signedEntry = await signText(siti.identity.sign, 'roster', JSON.stringify(entry))
    await siti.call('POST', `/api/groups/${id}/roster`, { entries: [signedEntry] })
    const withNewKeys = siti.group(id, {
      peerId: ali.user.id,
      identity: renewed.identity,
      store: createInMemoryGroupStateStore(),
      counts: createInMemoryMessageCounterStore(),
    })
    await withNewKeys.sync()
    await expectMessageSent(siti, withNewKeys, 'Kunci baharu')
    await atAli.sync()
    expect(atAli.get().halted).toEqual([siti.user.id])
    await expectGroupStopped(ali, atAli)
    await atAli.acceptNewKeys(siti.user.id)
    await expectMessageSent(ali, atAli)
  })

  test('members of a group can send again after a member with two different public keys of the same key generation is removed from the roster (signed member list)', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    await insertPublicKeys(siti, await createIdentityKeys(generateKeySeed(), siti.user.id, 1))
    await ali.trust.recordCards([
      { card: (await createIdentityKeys(generateKeySeed(), siti.user.id, 1)).card, word: 'asking' },
    ])
    expect(getPhaseOfGroup(group)).toBe('broken')
    await expectGroupStopped(ali, group)
    await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [siti.user.id] })
    await group.removeMembers([siti.user.id])
    expect(getPhaseOfGroup(group)).toBe('ready')
    await expectMessageSent(ali, group)
    expect(await holders(id)).toEqual(getUserIds(ali, mei))
  })
})

test('a new device learns from the key vault that a club group is encrypted, and rejects the group if the server later claims another kind', async () => {
  const { id, admin, member } = await buildClubGroup()
  const group = admin.group(id, { shape: 'club' })
  await group.createRoster([], 0)
  await expectMessageSent(admin, group)
  const atMember = member.group(id, { shape: 'club' })
  await atMember.sync()
  await createKeyVaultOfTestUser(member, member.identity, member.trust).write()
  const { vault, trust, parts } = await createFreshDevice(member)
  expect(trust.getCheckpoint(id)).toBeUndefined()
  await vault.read()
  expect(trust.getCheckpoint(id)).toMatchObject({ isClub: true, n: 1 })
  // The server returns an empty member list although the key vault (encrypted backup) says the group is encrypted.
  const empty = {
    fetchRoster: async () => ({ entries: [], memberIds: [member.user.id], waiting: [], last: 0 }),
    fetchEpochs: async () => ({ epochs: [], isStale: true, last: 0 }),
  }
  const tampered = member.group(id, { shape: 'club', tamper: empty, ...parts })
  await tampered.createRoster([], 1)
  expect(getPhaseOfGroup(tampered)).toBe('behind')
  await expectGroupStopped(member, tampered)
  const asCustom = member.group(id, { shape: 'custom', ...parts })
  await asCustom.sync()
  expect(asCustom.get()).toMatchObject({ phase: 'broken', reason: 'wrong-shape' })
})

describe('13. a fresh device with the vault', () => {
  test('a new device with the key vault (encrypted record of verified keys) encrypts nothing to removed members, even if the server returns an old roster (member list)', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    const snapshot = await snapshotServer(siti, id)
    await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [mei.user.id] })
    await group.removeMembers([mei.user.id])
    await expectMessageSent(ali, group)
    await siti.group(id).sync()
    await createKeyVaultOfTestUser(siti, siti.identity, siti.trust).write()
    const { vault, parts } = await createFreshDevice(siti)
    const withoutVault = siti.group(id, { tamper: snapshot, ...(await createFreshDevice(siti)).parts })
    await withoutVault.sync()
    expect(getPhaseOfGroup(withoutVault)).toBe('ready')
    await vault.read()
    const fresh = siti.group(id, { tamper: snapshot, ...parts })
    await fresh.sync()
    expect(getPhaseOfGroup(fresh)).toBe('behind')
    await expectGroupStopped(siti, fresh)
    await expect(fresh.removeMembers([ali.user.id])).rejects.toThrow('behind')
  })

  test('a new device with the key vault (encrypted record of verified keys) rejects a roster (member list) that differs from the one another device verified', async () => {
    const mei = await person()
    const { id } = await begin(ali, siti)
    await ali.group(id).sync()
    await createKeyVaultOfTestUser(ali, ali.identity, ali.trust).write()
    const { vault, parts } = await createFreshDevice(ali)
    await vault.read()
    const genesisEntry = {
      ...buildCommonMemberListEntryFields(id, undefined, ali.user.id),
      op: 'genesis',
      shape: 'custom',
      plainUntil: 0,
      card: ali.identity.card,
    }
    const genesis = await signText(ali.identity.sign, 'roster', JSON.stringify(genesisEntry))
    const added = {
      ...buildCommonMemberListEntryFields(id, undefined, ali.user.id),
      seq: 2,
      prev: await hashTextWithSignature(genesis),
    }
    const addition = await signText(
      ali.identity.sign,
      'roster',
      JSON.stringify({ ...added, op: 'add', role: 'member', cards: [mei.identity.card] }),
    )
    const tamper = {
      fetchRoster: async (after: number) => ({
        entries: [genesis, addition].slice(after),
        memberIds: getUserIds(ali, mei),
        waiting: [],
        last: 2,
      }),
      fetchEpochs: async () => ({ epochs: [], isStale: true, last: 0 }),
    }
    const fresh = ali.group(id, { tamper, ...parts })
    await fresh.sync()
    expect(fresh.get()).toMatchObject({ phase: 'broken', reason: 'chain-replaced' })
    await expectGroupStopped(ali, fresh)
    // The rejected member list (roster) was not stored, so the genuine one still verifies.
    const honest = ali.group(id, parts)
    await honest.sync()
    expect(honest.get()).toMatchObject({ phase: 'broken', isOver: true })
    await honest.dismissAlarm()
    await expectMessageSent(ali, honest)
  })

  test('a device rejects a key vault (encrypted copy of pinned keys) with a wrong version or a forged signature', async () => {
    await begin(ali, siti)
    await createKeyVaultOfTestUser(ali, ali.identity, ali.trust).write()
    const forger = await createFreshDevice(ali, { ...siti.identity, card: ali.identity.card })
    const { rows } = await run(sql`select version, blob from key_vaults where user_id = ${ali.user.id}`)
    await run(sql`update key_vaults set version = 7 where user_id = ${ali.user.id}`)
    const { vault } = await createFreshDevice(ali)
    await expect(vault.read()).rejects.toThrow('vault-forged')
    await run(sql`delete from key_vaults where user_id = ${ali.user.id}`)
    await forger.vault.write()
    await expect(vault.read()).rejects.toThrow('vault-forged')
    await run(sql`update key_vaults set version = ${rows[0]?.version}, blob = ${rows[0]?.blob}
      where user_id = ${ali.user.id}`)
    await vault.read()
  })

  test('a device that gets an outdated key vault (encrypted record of verified keys) sends nothing until the server returns the newest one', async () => {
    const { id, group } = await begin(ali, siti)
    const vault = createKeyVaultOfTestUser(ali, ali.identity, ali.trust)
    await vault.write()
    const vaults = sql`select version, blob from key_vaults where user_id = ${ali.user.id}`
    const storeVaultRow = (row: Record<string, unknown> | undefined) =>
      run(
        sql`update key_vaults set version = ${row?.version}, blob = ${row?.blob} where user_id = ${ali.user.id}`,
      )
    const [oldVault] = (await run(vaults)).rows
    await group.markVerified(siti.identity.card)
    await vault.write()
    await expectMessageSent(ali, group, 'Dengan peti baharu')
    const [newest] = (await run(vaults)).rows
    await storeVaultRow(oldVault)
    const fresh = await createFreshDevice(ali)
    await fresh.vault.read()
    const freshGroup = ali.group(id, fresh.parts)
    expect(await ali.readTexts(freshGroup, id)).toEqual(['Pertama', 'Dengan peti baharu'])
    expect(freshGroup.get()).toMatchObject({ phase: 'broken', reason: 'vault-withheld' })
    await freshGroup.dismissAlarm()
    expect(freshGroup.get().isOver).toBeUndefined()
    await expectGroupStopped(ali, freshGroup)
    // The encryption alarm persists after a page reload.
    const reloaded = ali.group(id, fresh.parts)
    await reloaded.sync()
    expect(reloaded.get()).toMatchObject({ phase: 'broken', reason: 'vault-withheld' })
    await storeVaultRow(newest)
    await reloaded.dismissAlarm()
    await expectMessageSent(ali, reloaded)
    expect(fresh.trust.getPin(siti.user.id)?.verifiedAt).toBeGreaterThan(0)
  })

  test('a device that knows public keys of more users than the key vault (encrypted copy on the server) adds them to the key vault', async () => {
    await begin(ali, siti)
    const stored = sql`select from key_vaults where user_id = ${ali.user.id}`
    const vault = createKeyVaultOfTestUser(ali, ali.identity, ali.trust, 0)
    await vault.read()
    await waitUntil(async () => (await run(stored)).rows.length > 0)
    const fresh = await createFreshDevice(ali)
    await fresh.vault.read()
    expect(fresh.trust.getPin(siti.user.id)?.card).toEqual(siti.identity.card)
  })
})

describe('14. members restored by the server', () => {
  test('a removed member whom the server adds again without a signed entry in the roster (member list) gets no group key and is not listed as a reader', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [mei.user.id] })
    await group.removeMembers([mei.user.id])
    await join(id, mei)
    await expectMessageSent(ali, group, 'Tanpa Mei')
    expect(await holders(id)).toEqual(getUserIds(ali, siti))
    await group.sync()
    expect(getReaderIds(group)).toEqual(getUserIds(ali, siti))
    expect(group.get()).toMatchObject({ unsigned: [mei.user.id] })
    expect(await mei.readTexts(mei.group(id), id)).toEqual(['Pertama', '[before]'])
  })

  test('a member excluded from the group key by deactivation stays excluded after reactivation, until a group administrator accepts the member', async () => {
    const mei = await person()
    const raju = await person()
    const { id, group } = await begin(ali, siti, mei, raju)
    // The ordinary member Mei creates a group key (epoch) without Raju, but cannot sign his removal.
    const atMei = mei.group(id)
    await atMei.sync()
    await setStatus(raju, 'inactive')
    await atMei.sync()
    await expectMessageSent(mei, atMei, 'Tanpa Raju')
    await setStatus(raju, 'active')
    await atMei.sync()
    await run(sql`update group_epochs set created_at = now() - interval '8 days' where group_id = ${id}`)
    await expectMessageSent(mei, atMei, 'Masih tanpa Raju')
    expect((await getEpochs(mei, id)).last).toBe(3)
    expect(await holders(id)).toEqual(getUserIds(ali, siti, mei))
    expect(getReaderIds(atMei)).toEqual(getUserIds(ali, siti, mei))
    await group.sync()
    expect(group.get().waiting).toEqual([{ card: raju.identity.card, why: 'back' }])
    await group.acceptCards([raju.identity.card])
    await expectMessageSent(ali, group, 'Dengan Raju')
    expect(await holders(id)).toEqual(getUserIds(ali, siti, mei, raju))
    expect(await raju.readTexts(raju.group(id), id)).toEqual([
      'Pertama',
      '[before]',
      '[before]',
      'Dengan Raju',
    ])
  })

  test('the client rejects a group key (epoch) with which another member includes an excluded user again', async () => {
    const mei = await person()
    const raju = await person()
    const { id } = await begin(ali, siti, mei, raju)
    const atMei = mei.group(id)
    await setStatus(raju, 'inactive')
    await atMei.sync()
    await expectMessageSent(mei, atMei, 'Tanpa Raju')
    const last = mei.savedGroups.get(id)?.epochs.at(-1)
    const forgedEpoch = await createNextGroupKey(mei.identity, getGroupRoster(atMei), last, [])
    expect(forgedEpoch.boxes.map(([userId]) => userId)).toContain(raju.user.id)
    const { epochs: served } = await getEpochs(siti, id)
    const box = forgedEpoch.boxes.find(([userId]) => userId === siti.user.id)?.[1] ?? null
    const all = [...served, { header: forgedEpoch.header, box }]
    const tamper = {
      fetchEpochs: async (after: number) => ({ epochs: all.slice(after), isStale: false, last: all.length }),
    }
    const tampered = siti.group(id, { tamper })
    await tampered.sync()
    expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'epoch-lets-back-in' })
    await expectGroupStopped(siti, tampered)
  })
})

describe('15. messages changed by the server', () => {
  async function sendFourMessages() {
    const { id, group } = await begin(ali, siti)
    for (const text of ['Dua', 'Tiga', 'Empat']) await expectMessageSent(ali, group, text)
    const openMessagesOfGroup = async () => {
      const atSiti = siti.group(id, { store: createInMemoryGroupStateStore() })
      const opened = []
      for (const message of await getMessages(siti, id)) opened.push(await atSiti.reader.decrypt(message))
      return opened
    }
    const listMessageCounts = async () =>
      (await openMessagesOfGroup()).map(opened => ('signed' in opened ? opened.signed.count?.c : undefined))
    return { id, open: openMessagesOfGroup, counts: listMessageCounts }
  }
  const buildMessageSequenceCondition = (id: number, seq: number) => sql`group_id = ${id} and seq = ${seq}`

  test('four encrypted messages received unchanged have the signed counters 1 to 4 and a recent signed timestamp', async () => {
    const { open, counts } = await sendFourMessages()
    expect(await counts()).toEqual([1, 2, 3, 4])
    for (const opened of await open()) {
      expect(Math.abs(Date.now() - ('signed' in opened ? opened.signed.at : 0))).toBeLessThan(60_000)
    }
  })

  test('an encrypted message whose stored date the server changed still carries its signed timestamp', async () => {
    const { id, open } = await sendFourMessages()
    await run(
      sql`update messages set created_at = now() - interval '2 days' where ${buildMessageSequenceCondition(id, 2)}`,
    )
    const [, second] = await open()
    const [, message] = await getMessages(siti, id)
    const signed = second && 'signed' in second ? second.signed.at : 0
    expect(signed - Date.parse(message?.createdAt ?? '')).toBeGreaterThan(24 * 60 * 60 * 1000)
  })

  test('the client detects by the signed counters of messages that the server swapped or dropped messages', async () => {
    const { id, counts } = await sendFourMessages()
    await run(sql`update messages set seq = 99 where ${buildMessageSequenceCondition(id, 2)}`)
    await run(sql`update messages set seq = 2 where ${buildMessageSequenceCondition(id, 3)}`)
    await run(sql`update messages set seq = 3 where ${buildMessageSequenceCondition(id, 99)}`)
    expect(await counts()).toEqual([1, 3, 2, 4])
    await run(sql`delete from messages where ${buildMessageSequenceCondition(id, 2)}`)
    expect(await counts()).toEqual([1, 2, 4])
  })

  test('the client rejects a message whose type or sender the server changed', async () => {
    const { id, open } = await sendFourMessages()
    await run(sql`update messages set message_type = 'call' where ${buildMessageSequenceCondition(id, 2)}`)
    await run(
      sql`update messages set sender_id = ${siti.user.id} where ${buildMessageSequenceCondition(id, 3)}`,
    )
    const [first, second, third] = await open()
    expect(first).toMatchObject({ body: 'Pertama' })
    expect([second, third]).toEqual([{ trouble: 'forged' }, { trouble: 'forged' }])
  })

  test('the client rejects a message by a user who was excluded from the group key (epoch) of the message', async () => {
    const mei = await person()
    const raju = await person()
    const { id, group } = await begin(ali, siti, mei, raju)
    await setStatus(raju, 'inactive')
    const atMei = mei.group(id)
    await atMei.sync()
    await expectMessageSent(mei, atMei, 'Kunci tanpa Raju')
    // The member Mei gives the group key to the excluded user Raju, who encrypts a message with it.
    const key = mei.savedGroups.get(id)?.epochs.at(-1)
    if (!key) throw new Error('nothing kept')
    const head = getGroupRoster(atMei).hashes[key.headSeq - 1] ?? ''
    const payload = {
      id: 'r',
      c: 1,
      void: [],
      vault: 0,
      extra: '',
      head,
      body: 'Saya Raju',
      messageType: 'text',
    }
    const sealed = await encryptMessage(raju.identity, id, key, payload)
    await group.sync()
    expect(findMemberAfterMembershipChange(getGroupRoster(group), raju.user.id, key.headSeq)?.out).toBe(key.n)
    const [message] = await getMessages(ali, id)
    const forged = { ...(message as Message), ...sealed, seq: 50, senderId: raju.user.id, clientId: 'r' }
    expect(await group.reader.decrypt(forged)).toEqual({ trouble: 'forged' })
  })
})

test('an unencrypted message that the server inserts into a direct conversation is marked as forged, not shown as a message of the other person', async () => {
  const { id } = await ali.call<GroupRow>('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
  await run(
    sql`insert into messages (group_id, seq, sender_id, content) values (${id}, 1, ${siti.user.id}, 'Saya Siti')`,
  )
  await run(sql`update message_groups set last_seq = 1 where id = ${id}`)
  const atAli = ali.group(id, { peerId: siti.user.id })
  await atAli.createRoster([], 1)
  expect(getGroupRoster(atAli).plainUntil).toBe(0)
  await expectMessageSent(ali, atAli, 'Helo')
  expect(await ali.readTexts(atAli, id)).toEqual(['[forged]', 'Helo'])
  const genesisEntry = {
    ...buildCommonMemberListEntryFields(id, undefined, siti.user.id),
    op: 'genesis',
    shape: 'direct',
    plainUntil: 1,
    card: siti.identity.card,
  }
  const signedGenesis = await signText(siti.identity.sign, 'roster', JSON.stringify(genesisEntry))
  const tamper = {
    fetchRoster: async () => ({
      entries: [signedGenesis],
      memberIds: getUserIds(ali, siti),
      waiting: [],
      last: 1,
    }),
    fetchEpochs: async () => ({ epochs: [], isStale: true, last: 0 }),
  }
  const { parts } = await createFreshDevice(ali)
  const tampered = ali.group(id, { peerId: siti.user.id, tamper, ...parts })
  await tampered.sync()
  expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'plain-past' })
})

describe('17. renewed keys', () => {
  test('after key renewal a new device with old and new identity seed reads messages encrypted to either, and the old keys cannot decrypt new messages', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    const oldDevice = siti.group(id)
    expect(await siti.readTexts(oldDevice, id)).toEqual(['Pertama'])
    const { identity } = await createAndPublishTestEncryptionKeys(siti.call, siti.user.id, 2)
    await expectMessageSent(ali, group, 'Bukan untuk kunci lama')
    expect(await holders(id)).toEqual(getUserIds(ali, mei))
    expect(await siti.readTexts(oldDevice, id)).toEqual(['Pertama', '[before]'])
    await group.acceptCards([identity.card])
    await expectMessageSent(ali, group, 'Untuk kunci baharu')
    expect(await siti.readTexts(oldDevice, id)).toEqual(['Pertama', '[before]', '[locked]'])
    const { card, box } = siti.identity
    const { parts } = await createFreshDevice(siti, { ...identity, older: [{ card, box }] })
    expect(await siti.readTexts(siti.group(id, parts), id)).toEqual([
      'Pertama',
      '[before]',
      'Untuk kunci baharu',
    ])
  })

  test('the client sends nothing that outdated keys of a member can decrypt, even if the server hides the new keys', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    const other = await begin(ali, siti)
    const snapshot = await snapshotServer(ali, id)
    const { identity } = await createAndPublishTestEncryptionKeys(siti.call, siti.user.id, 2)
    await other.group.sync()
    await other.group.acceptCards([identity.card])
    // The server hides the member's new keys and claims that the old group key (epoch) is current.
    const tampered = ali.group(id, {
      tamper: { ...snapshot, postEpoch: () => Promise.reject(new Error('lost')) },
    })
    await tampered.sync()
    expect(tampered.getReaderCard(siti.user.id)).toBeUndefined()
    await expect(ali.sendText(tampered, id, 'Untuk kunci lama?')).rejects.toThrow('lost')
    await expectMessageSent(ali, group)
    expect(await holders(id)).toEqual(getUserIds(ali, mei))
  })
})

describe('roster administrators', () => {
  test('a member who no longer gets the group key may neither administer the signed member list nor act for an administrator', async () => {
    const mei = await person()
    const { id } = await begin(ali, siti, mei)
    await setStatus(ali, 'inactive')
    const atSiti = siti.group(id)
    await atSiti.sync()
    await atSiti.encrypt('Tanpa Ali', 'kunci')
    await setStatus(ali, 'active')
    expect(listMembersWhoMaySignMembershipChanges(getGroupRoster(atSiti))).not.toContain(ali.user.id)
    const atAli = ali.group(id)
    await atAli.sync()
    expect(atAli.get()).toMatchObject({ phase: 'outside', isAdmin: false })
  })

  test('the client rejects an entry of the roster (signed member list) signed by an administrator who is excluded from the group key (epoch)', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    await setStatus(ali, 'inactive')
    const atMei = mei.group(id)
    // The user Mei is neither administrator nor deputy: she creates the group key (epoch) but cannot sign a removal.
    await atMei.sync()
    await atMei.encrypt('Tanpa Ali', 'kunci')
    expect(findMemberAfterMembershipChange(getGroupRoster(atMei), ali.user.id)?.out).toBe(2)
    const entry = {
      ...buildCommonMemberListEntryFields(id, getGroupRoster(group), ali.user.id),
      op: 'remove',
      userIds: [siti.user.id],
    }
    const signedEntry = await signText(ali.identity.sign, 'roster', JSON.stringify(entry))
    const { seq } = entry
    await run(sql`insert into group_roster (group_id, seq, body, sig, hash)
      values (${id}, ${seq}, ${signedEntry.body}, ${signedEntry.sig}, ${await hashTextWithSignature(signedEntry)})`)
    await atMei.sync()
    expect(atMei.get()).toMatchObject({ phase: 'broken', reason: 'not-an-admin' })
    await expectGroupStopped(mei, atMei)
  })

  test('the client rejects a new group key without a removed user if it arrives after that user has signed a later member list entry', async () => {
    const mei = await person()
    const { id } = await begin(ali, siti, mei)
    const before = await snapshotServer(siti, id)
    await setStatus(ali, 'inactive')
    const atMei = mei.group(id)
    await atMei.sync()
    await atMei.encrypt('Tanpa Ali', 'kunci')
    const { epochs: served } = await getEpochs(siti, id)
    const list = await getRoster(siti, id)
    const entry = {
      ...buildCommonMemberListEntryFields(id, getGroupRoster(atMei), ali.user.id),
      op: 'remove',
      userIds: [mei.user.id],
    }
    const signedEntry = await signText(ali.identity.sign, 'roster', JSON.stringify(entry))
    let isWithheld = true
    const tamper = {
      fetchRoster: async (after: number) => ({
        ...list,
        entries: [...list.entries, signedEntry].slice(after),
        last: 3,
      }),
      fetchEpochs: async (after: number) =>
        isWithheld
          ? before.fetchEpochs(after)
          : { epochs: served.slice(after), isStale: false, last: served.length },
    }
    const { parts } = await createFreshDevice(siti)
    const tampered = siti.group(id, { tamper, ...parts })
    await tampered.sync()
    isWithheld = false
    await tampered.sync()
    expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'epoch-too-late' })
  })

  test('the administrator of the roster (signed member list) hands over the role by signed entries', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    await group.setMemberRole(mei.user.id, 'admin')
    const atMei = mei.group(id)
    await atMei.sync()
    expect(atMei.get().isAdmin).toBe(true)
    expect(listMembersWhoMaySignMembershipChanges(getGroupRoster(atMei))).toEqual(getUserIds(ali, mei))
    await atMei.setMemberRole(ali.user.id, 'member')
    await group.sync()
    // While the roster (signed member list) has only one administrator, the longest-standing member is the deputy.
    expect(listMembersWhoMaySignMembershipChanges(getGroupRoster(group))).toEqual(getUserIds(mei, siti))
    await atMei.setMemberRole(siti.user.id, 'admin')
    await group.sync()
    expect(group.get().isAdmin).toBe(false)
  })
})

describe('18. club committees that change', () => {
  const asClub = { shape: 'club' as const }

  async function beginClubGroup() {
    const built = await buildClubGroup()
    const group = built.admin.group(built.id, asClub)
    await group.createRoster([], 0)
    await expectMessageSent(built.admin, group, 'Pertama')
    return { ...built, group }
  }

  test('after two changes of club administrator the browser of an ordinary member still adds newcomers to the roster (signed member list)', async () => {
    const { id, admin, member, build } = await beginClubGroup()
    const atMember = member.group(id, asClub)
    await atMember.sync()
    const second = await build('club_admin_ln')
    await join(id, second)
    await setStatus(admin, 'inactive')
    await atMember.sync()
    expect(getReaderIds(atMember)).toEqual(getUserIds(member, second))
    const third = await build('club_admin_ln')
    await join(id, third)
    await setStatus(second, 'inactive')
    await atMember.sync()
    expect(getReaderIds(atMember)).toEqual(getUserIds(member, third))
    const newcomer = await build('member')
    await join(id, newcomer)
    await atMember.sync()
    await expectMessageSent(member, atMember, 'Selamat datang')
    expect(await newcomer.readTexts(newcomer.group(id, asClub), id)).toEqual(['[before]', 'Selamat datang'])
    expect(await third.readTexts(third.group(id, asClub), id)).toEqual(['[before]', 'Selamat datang'])
  })

  test('returning members and members with renewed keys are added to the roster (signed member list) only by an administrator, not automatically', async () => {
    const { id, member, build, group } = await beginClubGroup()
    await setStatus(member, 'inactive')
    await group.sync()
    await setStatus(member, 'active')
    const late = await build('member')
    const { identity } = await createAndPublishTestEncryptionKeys(late.call, late.user.id, 2)
    await join(id, late)
    await group.sync()
    await group.sync()
    expect(getReaderIds(group)).toEqual([group.ownCard.userId])
    expect(group.get().waiting.map(({ card }) => card)).toEqual([member.identity.card, identity.card])
  })

  test('a member whose unused keys were replaced, by a sign-out or a second device, is added to the roster (signed member list) automatically', async () => {
    const { id, member, build, group } = await beginClubGroup()
    const [signedOut, secondDevice] = [await build('member'), await build('member')]
    const replaceKeys = async ({ user, call }: Person, gen: number) => {
      const { card, dev } = await createIdentityKeys(generateKeySeed(), user.id, gen)
      await call('PUT', '/api/keys/me', { card, dev })
      return card
    }
    await signedOut.call('DELETE', '/api/keys/me')
    const later = await replaceKeys(signedOut, 2)
    await secondDevice.call('DELETE', '/api/keys/me')
    await replaceKeys(secondDevice, 2)
    const latest = await replaceKeys(secondDevice, 3)
    for (const newcomer of [signedOut, secondDevice]) await join(id, newcomer)
    await group.sync()
    expect(getReaderIds(group)).toEqual(expect.arrayContaining(getUserIds(member, signedOut, secondDevice)))
    expect(group.getReaderCard(signedOut.user.id)).toEqual(later)
    expect(group.getReaderCard(secondDevice.user.id)).toEqual(latest)
    expect(group.get().waiting).toEqual([])
  })

  test('a contact must accept replaced keys before sending, even if the server claims that no data depended on the old keys', async () => {
    const { id, group } = await begin(ali, siti)
    const { card } = await createIdentityKeys(generateKeySeed(), siti.user.id, 2)
    await run(sql`insert into user_keys (user_id, gen, card, prior_unused)
      values (${siti.user.id}, 2, ${JSON.stringify(card)}::jsonb, true)`)
    await group.sync()
    expect(group.get().waiting).toEqual([{ card, why: 'changed' }])
    const before = await holders(id)
    await expectGroupWaiting(ali, group)
    expect(await holders(id)).toEqual(before)
  })

  test('a member list that an administrator begins anew can be accepted by members without the group key, and is rejected by all other earlier members', async () => {
    const { id, admin, member, build } = await beginClubGroup()
    const excluded = await build('member')
    await join(id, excluded)
    const atAdmin = admin.group(id, asClub)
    await atAdmin.sync()
    await setStatus(excluded, 'inactive')
    const atMember = member.group(id, asClub)
    await atMember.sync()
    await atMember.encrypt('Kunci tanpa seorang', 'kunci')
    await setStatus(admin, 'inactive')
    await setStatus(member, 'inactive')
    const founder = await build('club_admin_ln')
    await join(id, founder)
    const atFounder = founder.group(id, asClub)
    await atFounder.sync()
    expect(getPhaseOfGroup(atFounder)).toBe('outside')
    await atFounder.restartRoster()
    await expectGroupWaiting(founder, atFounder)
    const newcomer = await build('member')
    await join(id, newcomer)
    await atFounder.sync()
    await expectMessageSent(founder, atFounder, 'Selamat datang')
    const atNewcomer = newcomer.group(id, asClub)
    expect((await newcomer.readTexts(atNewcomer, id)).at(-1)).toBe('Selamat datang')
    await expectMessageSent(newcomer, atNewcomer)
    // A member whom the old member list contains and no group key excluded refuses the new member list.
    await setStatus(member, 'active')
    const returning = member.group(id, asClub)
    await returning.sync()
    expect(returning.get()).toMatchObject({ phase: 'broken', reason: 'restarted-over-me' })
    await expectGroupStopped(member, returning)
    await returning.sync()
    expect(returning.get().isOver).toBeUndefined()
    // A member who had been excluded from the group key is asked to accept the new member list.
    await setStatus(excluded, 'active')
    const atExcluded = excluded.group(id, asClub)
    await atExcluded.sync()
    expect(getPhaseOfGroup(atExcluded)).toBe('restarted')
    await expectGroupStopped(excluded, atExcluded)
    await atFounder.sync()
    await atFounder.acceptCards([excluded.identity.card])
    await atExcluded.sync()
    expect(getPhaseOfGroup(atExcluded)).toBe('restarted')
    await atExcluded.acceptRestart()
    await expectMessageSent(excluded, atExcluded)
  })

  test('a device rejects a new signed member list that leaves out its user, even if another new list follows', async () => {
    const { id, member, build, group } = await beginClubGroup()
    const founder = await build('club_admin_ln')
    const list = await getRoster(member, id)
    const signEntry = async (seq: number, prev: string) =>
      signText(
        founder.identity.sign,
        'roster',
        JSON.stringify({
          ...buildCommonMemberListEntryFields(id, getGroupRoster(group), founder.user.id),
          seq,
          prev,
          op: 'restart',
          card: founder.identity.card,
        }),
      )
    const firstRestart = await signEntry(3, getGroupRoster(group).hashes.at(-1) ?? '')
    const secondRestart = await signEntry(4, await hashTextWithSignature(firstRestart))
    const served = [...list.entries, firstRestart, secondRestart]
    const tamper = {
      fetchRoster: async (after: number) => ({ ...list, entries: served.slice(after), last: 4 }),
    }
    const tampered = member.group(id, { ...asClub, tamper })
    await tampered.sync()
    expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'restarted-over-me' })
    const custom = { groupId: id, shape: 'custom' as const }
    const restarted = { ...getGroupRoster(group), shape: 'group' as const, restarted: 3 }
    expect(() =>
      requireSignedMemberListMatchesGroupFromServer(restarted, member.identity.card, custom, undefined),
    ).toThrow('wrong-shape')
  })

  test('starting a new roster (member list) is refused while a member of the old roster can sign, for ordinary members, and in custom groups', async () => {
    const mei = await person()
    const { id, admin, member, build } = await beginClubGroup()
    await setStatus(admin, 'inactive')
    const founder = await build('club_admin_ln')
    await join(id, founder)
    const atFounder = founder.group(id, asClub)
    await expect(atFounder.restartRoster()).resolves.toBeUndefined()
    expect(getGroupRoster(atFounder).restarted).toBeUndefined()
    await setStatus(member, 'inactive')
    const newcomer = await build('member')
    await join(id, newcomer)
    await expect(newcomer.group(id, asClub).restartRoster()).rejects.toThrow('403')
    await atFounder.restartRoster()
    expect(getGroupRoster(atFounder).restarted).toBe(3)
    const other = await begin(ali, siti)
    await join(other.id, mei)
    await run(
      sql`update group_members set role = 'owner' where group_id = ${other.id} and user_id = ${mei.user.id}`,
    )
    await setStatus(ali, 'inactive')
    await setStatus(siti, 'inactive')
    await expect(mei.group(other.id).restartRoster()).rejects.toThrow('wrong-shape')
  })
})

test('while the server publishes public keys of the user that the device does not know, the device sends no messages and no edits', async () => {
  const { id, group } = await begin(ali, siti)
  const transport = wrapTransportWithEncryption(ali.wire(id), group)
  const [message] = await transport.fetchMessages({ limit: 1 })
  if (!message) throw new Error('no message')
  keyMismatchAlarm.set({ kind: 'question', since: null, card: 'foreign' })
  try {
    const { rows: before } = await run(sql`select count(*) from messages where group_id = ${id}`)
    expect(await transport.send({ content: 'Tidak boleh sampai' })).toMatchObject({ ok: false })
    expect((await run(sql`select count(*) from messages where group_id = ${id}`)).rows).toEqual(before)
    await expect(transport.change({ message, op: 'edit', content: 'Diubah' })).rejects.toThrow()
    expect(transport.getWaitingText?.()).toBeDefined()
  } finally {
    keyMismatchAlarm.set(null)
  }
  expect(await transport.send({ content: 'Boleh' })).toMatchObject({ ok: true })
})

describe('20. an alarm', () => {
  const broken = {
    fetchRoster: async () => ({
      entries: [{ body: '{}', sig: 'A'.repeat(86) }],
      memberIds: [],
      waiting: [],
      last: 3,
    }),
  }

  test('an encryption alarm persists over a reload and is cleared only by dismissing it once the roster (signed member list) verifies again', async () => {
    const { id } = await begin(ali, siti)
    const tampered = ali.group(id, { tamper: broken })
    await tampered.sync()
    const reloaded = ali.group(id)
    await expectGroupStopped(ali, reloaded)
    expect(reloaded.get()).toMatchObject({ phase: 'broken', reason: 'entry-unreadable', isOver: true })
    await tampered.dismissAlarm()
    expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'entry-unreadable' })
    expect(tampered.get().isOver).toBeUndefined()
    const third = ali.group(id)
    await third.dismissAlarm()
    expect(getPhaseOfGroup(third)).toBe('ready')
    await expectMessageSent(ali, third)
  })

  test('an encryption alarm raised by one browser tab persists when another tab syncs without an error', async () => {
    const { id, group } = await begin(ali, siti)
    await ali.group(id, { tamper: broken }).sync()
    await group.sync()
    await expectMessageSent(ali, group)
    const reloaded = ali.group(id)
    await reloaded.sync()
    expect(reloaded.get()).toMatchObject({ phase: 'broken', isOver: true })
  })

  test('an encryption alarm about withheld group keys (epochs) cannot be dismissed while the server withholds them', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti, mei)
    const snapshot = await snapshotServer(siti, id)
    const store = createInMemoryGroupStateStore()
    await group.removeMembers([mei.user.id])
    await expectMessageSent(ali, group, 'Tanpa Mei')
    const tampered = siti.group(id, { tamper: snapshot, store })
    await siti.readTexts(tampered, id)
    expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'entries-withheld' })
    const reloaded = siti.group(id, { tamper: snapshot, store })
    await reloaded.dismissAlarm()
    expect(reloaded.get()).toMatchObject({ phase: 'broken', reason: 'entries-withheld' })
    await expectGroupStopped(siti, reloaded)
    const honest = siti.group(id, { store })
    await honest.dismissAlarm()
    await expectMessageSent(siti, honest)
  })

  test('the client neither adds nor removes members of the roster (signed member list) while an encryption alarm is shown', async () => {
    const { id, member, admin } = await buildClubGroup()
    const group = admin.group(id, { shape: 'club' })
    await group.createRoster([], 0)
    await admin.group(id, { shape: 'club', tamper: broken }).sync()
    const reloaded = admin.group(id, { shape: 'club' })
    const newcomer = await person()
    await join(id, newcomer)
    await setStatus(member, 'inactive')
    await reloaded.sync()
    expect(getReaderIds(reloaded)).toEqual(getUserIds(admin, member))
    await reloaded.dismissAlarm()
    expect(getReaderIds(reloaded)).toEqual(getUserIds(admin, newcomer))
  })
})
