// What a person's devices know of others, against a server that lies: with the client's own code, a database that is
// changed behind everybody's back, and answers that are changed on the way.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { entryAfter } from '#server/test/e2ee.ts'
import { idsOf, rosterOf, setUpEncryption } from '#server/test/encrypted-groups.ts'
import {
  memoryCounts,
  memoryStore,
  memoryTrust,
  type Person,
  publishKeys,
  vaultOf,
} from '#server/test/encrypted-person.ts'
import { until } from '#server/test/program.ts'
import type { GroupRow, Message } from '#shared/contracts/chat.ts'
import type { EpochsAnswer, RosterAnswer } from '#shared/contracts/keys.ts'
import { adminsOf, memberAt, readersNow } from '#shared/e2ee/roster.ts'
import { hashOf } from '#shared/e2ee/signed.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { createEpoch } from '#web/lib/e2ee/epoch-keys.ts'
import type { GroupWire } from '#web/lib/e2ee/group-ports.ts'
import { checkPlace } from '#web/lib/e2ee/group-view.ts'
import { type Identity, identityFrom, newSeed, signText } from '#web/lib/e2ee/identity.ts'
import { sealMessage } from '#web/lib/e2ee/message.ts'

const { run, people, person, begin, buildClubGroup, join, setStatus, holders } = setUpEncryption()
let [ali, siti, mei] = [] as unknown as [Person, Person, Person]
beforeEach(async () => {
  ;[ali, siti, mei] = await people(3)
})

const readers = (group: EncryptedGroup) => readersNow(rosterOf(group)).map(({ card }) => card.userId)
const phaseOf = (group: EncryptedGroup) => group.get().phase
const roster = (by: Person, id: number, after = 0) =>
  by.call<RosterAnswer>('GET', `/api/groups/${id}/roster?after=${after}`)
const epochs = (by: Person, id: number, after = 0) =>
  by.call<EpochsAnswer>('GET', `/api/groups/${id}/epochs?after=${after}`)
const messages = async (by: Person, id: number) =>
  (await by.call<Message[]>('GET', `/api/messages/${id}?limit=200`)).toReversed()

async function expectSent(by: Person, group: EncryptedGroup, words = 'Boleh') {
  expect(await by.say(group, group.facts.groupId, words)).toMatchObject({ ok: true })
}

/** Neither a message nor an epoch leaves. */
async function expectStopped(by: Person, group: EncryptedGroup) {
  const { groupId } = group.facts
  const count = sql`select (select count(*) from messages where group_id = ${groupId})::int as said,
    (select count(*) from group_epochs where group_id = ${groupId})::int as epochs`
  const { rows: before } = await run(count)
  expect(await by.say(group, groupId, 'Tidak boleh sampai')).toMatchObject({ ok: false })
  expect((await run(count)).rows).toEqual(before)
}

/** As the list and the keys were at that moment, whatever happens later. */
async function freeze(by: Person, id: number): Promise<Pick<GroupWire, 'fetchRoster' | 'fetchEpochs'>> {
  const [list, keys] = [await roster(by, id), await epochs(by, id)]
  return {
    fetchRoster: async after => ({ ...list, entries: list.entries.slice(after) }),
    fetchEpochs: async after => ({ ...keys, epochs: keys.epochs.slice(after), isStale: false }),
  }
}

/** Another device of the same person: it has kept nothing, and reads the vault first. */
async function freshDevice(of: Person, identity: Identity = of.identity) {
  const trust = memoryTrust()
  const vault = vaultOf(of, identity, trust)
  const parts = { identity, trust, store: memoryStore(), counts: memoryCounts() }
  return { vault, trust, parts }
}

describe('11. somebody’s published card is replaced', () => {
  const publish = ({ user }: Person, { card }: Identity) =>
    run(sql`insert into user_keys (user_id, gen, card) values (${user.id}, ${card.gen}, ${JSON.stringify(card)}::jsonb)
      on conflict (user_id, gen) do update set card = excluded.card`)

  async function meet() {
    const { id, group } = await begin(ali, siti)
    await group.verify(siti.identity.card)
    return { id, group }
  }

  async function startWith(peer: Person) {
    const { id } = await ali.call<GroupRow>('POST', '/api/groups', {
      direct: true,
      memberIds: [peer.user.id],
    })
    const conversation = ali.group(id, { peerId: peer.user.id })
    await conversation.begin([], 0)
    return { id, conversation }
  }

  test('in the same generation: no new group, no conversation, no call, and the old group stops unseen', async () => {
    const known = await meet()
    expect(known.group.readerCard(siti.user.id)).toEqual(siti.identity.card)
    await publish(siti, await identityFrom(newSeed(), siti.user.id, 1))
    const { id } = await ali.call<GroupRow>('POST', '/api/groups', {
      name: 'Baharu',
      memberIds: [siti.user.id],
    })
    const group = ali.group(id)
    await group.begin([siti.user.id], 0)
    expect(group.get()).toMatchObject({ phase: 'broken', reason: 'person-swapped', swapped: [siti.user.id] })
    expect(group.get().roster).toBeUndefined()
    await expectStopped(ali, group)
    // Nobody has looked at the old one since.
    expect(phaseOf(known.group)).toBe('broken')
    await expectStopped(ali, known.group)
    expect(known.group.readerCard(siti.user.id)).toBeUndefined()
    const { conversation } = await startWith(siti)
    expect(conversation.get().roster).toBeUndefined()
    await expectStopped(ali, conversation)
  })

  test('of a higher generation: it gets no key, in no group, until this person says yes to it', async () => {
    const { id, group } = await meet()
    const fake = await identityFrom(newSeed(), siti.user.id, 2)
    await publish(siti, fake)
    await expectSent(ali, group)
    expect(await holders(id)).toEqual(idsOf(ali))
    const { id: other, conversation } = await startWith(siti)
    await expectSent(ali, conversation)
    expect(await holders(other)).toEqual(idsOf(ali))
    expect(conversation.get().waiting).toEqual([{ card: fake.card, why: 'new' }])
    expect(conversation.readerCard(siti.user.id)).toBeUndefined()
    await conversation.accept([fake.card])
    expect(conversation.readerCard(siti.user.id)).toEqual(fake.card)
  })

  test('and an administrator signs for it: who had verified the old one sends nothing before accepting', async () => {
    const { id, group: atMei } = await begin(mei, ali, siti)
    const group = ali.group(id)
    await group.sync()
    await group.verify(siti.identity.card)
    const renewed = await publishKeys(siti.call, siti.user.id, 2)
    await atMei.sync()
    await atMei.accept([renewed.identity.card])
    await expectSent(mei, atMei)
    await group.sync()
    expect(group.get()).toMatchObject({ phase: 'ready', halted: [siti.user.id] })
    await expectStopped(ali, group)
    await expect(group.seal('Tidak', 'x')).rejects.toThrow('person-renewed')
    expect(group.readerCard(siti.user.id)).toBeUndefined()
    await group.acceptNext(siti.user.id)
    await expectSent(ali, group)
    expect(group.readerCard(siti.user.id)).toEqual(renewed.identity.card)
  })

  test('and only their own old keys sign for it: it waits for the other of two', async () => {
    const { id } = await ali.call<GroupRow>('POST', '/api/groups', {
      direct: true,
      memberIds: [siti.user.id],
    })
    const [atAli, atSiti] = [ali.group(id, { peerId: siti.user.id }), siti.group(id, { peerId: ali.user.id })]
    await atAli.begin([], 0)
    await expectSent(ali, atAli)
    await atSiti.sync()
    const renewed = await publishKeys(siti.call, siti.user.id, 2)
    const entry = {
      ...entryAfter(id, rosterOf(atSiti), siti.user.id),
      op: 'add',
      role: 'admin',
      cards: [renewed.identity.card],
    }
    const one = await signText(siti.identity.sign, 'roster', JSON.stringify(entry))
    await siti.call('POST', `/api/groups/${id}/roster`, { entries: [one] })
    const withNew = siti.group(id, {
      peerId: ali.user.id,
      identity: renewed.identity,
      store: memoryStore(),
      counts: memoryCounts(),
    })
    await withNew.sync()
    await expectSent(siti, withNew, 'Kunci baharu')
    await atAli.sync()
    expect(atAli.get().halted).toEqual([siti.user.id])
    await expectStopped(ali, atAli)
    await atAli.acceptNext(siti.user.id)
    await expectSent(ali, atAli)
  })

  test('whoever was shown with two is signed out, and the group goes on', async () => {
    const { id, group } = await begin(ali, siti, mei)
    await publish(siti, await identityFrom(newSeed(), siti.user.id, 1))
    await ali.trust.meet([{ card: (await identityFrom(newSeed(), siti.user.id, 1)).card, word: 'asking' }])
    expect(phaseOf(group)).toBe('broken')
    await expectStopped(ali, group)
    await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [siti.user.id] })
    await group.remove([siti.user.id])
    expect(phaseOf(group)).toBe('ready')
    await expectSent(ali, group)
    expect(await holders(id)).toEqual(idsOf(ali, mei))
  })
})

test('12. a fresh device learns from the vault that a club is encrypted, and keeps to what kind of group it is', async () => {
  const { id, admin, member } = await buildClubGroup()
  const group = admin.group(id, { shape: 'club' })
  await group.begin([], 0)
  await expectSent(admin, group)
  const atMember = member.group(id, { shape: 'club' })
  await atMember.sync()
  await vaultOf(member, member.identity, member.trust).write()
  const { vault, trust, parts } = await freshDevice(member)
  expect(trust.markOf(id)).toBeUndefined()
  await vault.read()
  expect(trust.markOf(id)).toMatchObject({ isClub: true, n: 1 })
  // An empty list is not the beginning that this person's other device has seen.
  const empty = {
    fetchRoster: async () => ({ entries: [], memberIds: [member.user.id], waiting: [], last: 0 }),
    fetchEpochs: async () => ({ epochs: [], isStale: true, last: 0 }),
  }
  const told = member.group(id, { shape: 'club', tamper: empty, ...parts })
  await told.begin([], 1)
  expect(phaseOf(told)).toBe('behind')
  await expectStopped(member, told)
  const asCustom = member.group(id, { shape: 'custom', ...parts })
  await asCustom.sync()
  expect(asCustom.get()).toMatchObject({ phase: 'broken', reason: 'wrong-shape' })
})

describe('13. a fresh device with the vault', () => {
  test('is served an old list with its old keys: nothing is sealed to who was removed', async () => {
    const { id, group } = await begin(ali, siti, mei)
    const old = await freeze(siti, id)
    await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [mei.user.id] })
    await group.remove([mei.user.id])
    await expectSent(ali, group)
    await siti.group(id).sync()
    await vaultOf(siti, siti.identity, siti.trust).write()
    const { vault, parts } = await freshDevice(siti)
    const without = siti.group(id, { tamper: old, ...(await freshDevice(siti)).parts })
    await without.sync()
    expect(phaseOf(without)).toBe('ready')
    await vault.read()
    const fresh = siti.group(id, { tamper: old, ...parts })
    await fresh.sync()
    expect(phaseOf(fresh)).toBe('behind')
    await expectStopped(siti, fresh)
    await expect(fresh.remove([ali.user.id])).rejects.toThrow('behind')
  })

  test('is served another list: it is not what the other device has verified', async () => {
    const { id } = await begin(ali, siti)
    await ali.group(id).sync()
    await vaultOf(ali, ali.identity, ali.trust).write()
    const { vault, parts } = await freshDevice(ali)
    await vault.read()
    const beginning = {
      ...entryAfter(id, undefined, ali.user.id),
      op: 'genesis',
      shape: 'custom',
      plainUntil: 0,
      card: ali.identity.card,
    }
    const one = await signText(ali.identity.sign, 'roster', JSON.stringify(beginning))
    const added = { ...entryAfter(id, undefined, ali.user.id), seq: 2, prev: await hashOf(one) }
    const two = await signText(
      ali.identity.sign,
      'roster',
      JSON.stringify({ ...added, op: 'add', role: 'member', cards: [mei.identity.card] }),
    )
    const tamper = {
      fetchRoster: async (after: number) => ({
        entries: [one, two].slice(after),
        memberIds: idsOf(ali, mei),
        waiting: [],
        last: 2,
      }),
      fetchEpochs: async () => ({ epochs: [], isStale: true, last: 0 }),
    }
    const fresh = ali.group(id, { tamper, ...parts })
    await fresh.sync()
    expect(fresh.get()).toMatchObject({ phase: 'broken', reason: 'chain-replaced' })
    await expectStopped(ali, fresh)
    // What was refused has left no trace: the true list still fits.
    const honest = ali.group(id, parts)
    await honest.sync()
    expect(honest.get()).toMatchObject({ phase: 'broken', isOver: true })
    await honest.dismiss()
    await expectSent(ali, honest)
  })

  test('with a vault that the server made: refused', async () => {
    await begin(ali, siti)
    await vaultOf(ali, ali.identity, ali.trust).write()
    const forger = await freshDevice(ali, { ...siti.identity, card: ali.identity.card })
    const { rows } = await run(sql`select version, blob from key_vaults where user_id = ${ali.user.id}`)
    await run(sql`update key_vaults set version = 7 where user_id = ${ali.user.id}`)
    const { vault } = await freshDevice(ali)
    await expect(vault.read()).rejects.toThrow('vault-forged')
    await run(sql`delete from key_vaults where user_id = ${ali.user.id}`)
    await forger.vault.write()
    await expect(vault.read()).rejects.toThrow('vault-forged')
    await run(sql`update key_vaults set version = ${rows[0]?.version}, blob = ${rows[0]?.blob}
      where user_id = ${ali.user.id}`)
    await vault.read()
  })

  test('with an old vault, while one’s own words speak of a newer one: nothing is sent until that one comes', async () => {
    const { id, group } = await begin(ali, siti)
    const vault = vaultOf(ali, ali.identity, ali.trust)
    await vault.write()
    const vaults = sql`select version, blob from key_vaults where user_id = ${ali.user.id}`
    const serve = (row: Record<string, unknown> | undefined) =>
      run(
        sql`update key_vaults set version = ${row?.version}, blob = ${row?.blob} where user_id = ${ali.user.id}`,
      )
    const [old] = (await run(vaults)).rows
    await group.verify(siti.identity.card)
    await vault.write()
    await expectSent(ali, group, 'Dengan peti baharu')
    const [newest] = (await run(vaults)).rows
    await serve(old)
    const fresh = await freshDevice(ali)
    await fresh.vault.read()
    const there = ali.group(id, fresh.parts)
    expect(await ali.read(there, id)).toEqual(['Pertama', 'Dengan peti baharu'])
    expect(there.get()).toMatchObject({ phase: 'broken', reason: 'vault-withheld' })
    await there.dismiss()
    expect(there.get().isOver).toBeUndefined()
    await expectStopped(ali, there)
    // Also in another group, and after a reload.
    const again = ali.group(id, fresh.parts)
    await again.sync()
    expect(again.get()).toMatchObject({ phase: 'broken', reason: 'vault-withheld' })
    await serve(newest)
    await again.dismiss()
    await expectSent(ali, again)
    expect(fresh.trust.pinOf(siti.user.id)?.verifiedAt).toBeGreaterThan(0)
  })

  test('a device that knows more than the vault writes it', async () => {
    await begin(ali, siti)
    const stored = sql`select from key_vaults where user_id = ${ali.user.id}`
    const vault = vaultOf(ali, ali.identity, ali.trust, 0)
    await vault.read()
    await until(async () => (await run(stored)).rows.length > 0)
    const fresh = await freshDevice(ali)
    await fresh.vault.read()
    expect(fresh.trust.pinOf(siti.user.id)?.card).toEqual(siti.identity.card)
  })
})

describe('14. somebody is put back', () => {
  test('by the database alone, after they were signed out: no key, and not in the list', async () => {
    const { id, group } = await begin(ali, siti, mei)
    await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [mei.user.id] })
    await group.remove([mei.user.id])
    await join(id, mei)
    await expectSent(ali, group, 'Tanpa Mei')
    expect(await holders(id)).toEqual(idsOf(ali, siti))
    await group.sync()
    expect(readers(group)).toEqual(idsOf(ali, siti))
    expect(group.get()).toMatchObject({ unsigned: [mei.user.id] })
    expect(await mei.read(mei.group(id), id)).toEqual(['Pertama', '[before]'])
  })

  test('by their account alone, after they were left out: a click lets them back in', async () => {
    const raju = await person()
    const { id, group } = await begin(ali, siti, mei, raju)
    // Mei runs nothing: she makes a key without Raju, and signs nobody out.
    const atMei = mei.group(id)
    await atMei.sync()
    await setStatus(raju, 'inactive')
    await atMei.sync()
    await expectSent(mei, atMei, 'Tanpa Raju')
    await setStatus(raju, 'active')
    await atMei.sync()
    await run(sql`update group_epochs set created_at = now() - interval '8 days' where group_id = ${id}`)
    await expectSent(mei, atMei, 'Masih tanpa Raju')
    expect((await epochs(mei, id)).last).toBe(3)
    expect(await holders(id)).toEqual(idsOf(ali, siti, mei))
    expect(readers(atMei)).toEqual(idsOf(ali, siti, mei))
    await group.sync()
    expect(group.get().waiting).toEqual([{ card: raju.identity.card, why: 'back' }])
    await group.accept([raju.identity.card])
    await expectSent(ali, group, 'Dengan Raju')
    expect(await holders(id)).toEqual(idsOf(ali, siti, mei, raju))
    expect(await raju.read(raju.group(id), id)).toEqual(['Pertama', '[before]', '[before]', 'Dengan Raju'])
  })

  test('by the key of another member, whom the server helps: refused', async () => {
    const raju = await person()
    const { id } = await begin(ali, siti, mei, raju)
    const atMei = mei.group(id)
    await setStatus(raju, 'inactive')
    await atMei.sync()
    await expectSent(mei, atMei, 'Tanpa Raju')
    const last = mei.kept.get(id)?.epochs.at(-1)
    const made = await createEpoch(mei.identity, rosterOf(atMei), last, [])
    expect(made.boxes.map(([userId]) => userId)).toContain(raju.user.id)
    const { epochs: served } = await epochs(siti, id)
    const box = made.boxes.find(([userId]) => userId === siti.user.id)?.[1] ?? null
    const all = [...served, { header: made.header, box }]
    const tamper = {
      fetchEpochs: async (after: number) => ({ epochs: all.slice(after), isStale: false, last: all.length }),
    }
    const told = siti.group(id, { tamper })
    await told.sync()
    expect(told.get()).toMatchObject({ phase: 'broken', reason: 'epoch-lets-back-in' })
    await expectStopped(siti, told)
  })
})

describe('15. messages that a server changes', () => {
  async function speak() {
    const { id, group } = await begin(ali, siti)
    for (const words of ['Dua', 'Tiga', 'Empat']) await expectSent(ali, group, words)
    const open = async () => {
      const atSiti = siti.group(id, { store: memoryStore() })
      const opened = []
      for (const message of await messages(siti, id)) opened.push(await atSiti.open(message))
      return opened
    }
    const counts = async () => (await open()).map(one => ('signed' in one ? one.signed.count?.c : undefined))
    return { id, open, counts }
  }
  const place = (id: number, seq: number) => sql`group_id = ${id} and seq = ${seq}`

  test('as they were sent they are counted without a gap, at the moment that was signed', async () => {
    const { open, counts } = await speak()
    expect(await counts()).toEqual([1, 2, 3, 4])
    for (const one of await open()) {
      expect(Math.abs(Date.now() - ('signed' in one ? one.signed.at : 0))).toBeLessThan(60_000)
    }
  })

  test('another moment: the signed one is seen beside it', async () => {
    const { id, open } = await speak()
    await run(sql`update messages set created_at = now() - interval '2 days' where ${place(id, 2)}`)
    const [, second] = await open()
    const [, message] = await messages(siti, id)
    const signed = second && 'signed' in second ? second.signed.at : 0
    expect(signed - Date.parse(message?.createdAt ?? '')).toBeGreaterThan(24 * 60 * 60 * 1000)
  })

  test('exchanged, or one left out: the count says so', async () => {
    const { id, counts } = await speak()
    await run(sql`update messages set seq = 99 where ${place(id, 2)}`)
    await run(sql`update messages set seq = 2 where ${place(id, 3)}`)
    await run(sql`update messages set seq = 3 where ${place(id, 99)}`)
    expect(await counts()).toEqual([1, 3, 2, 4])
    await run(sql`delete from messages where ${place(id, 2)}`)
    expect(await counts()).toEqual([1, 2, 4])
  })

  test('of another kind, or in another’s name: refused', async () => {
    const { id, open } = await speak()
    await run(sql`update messages set message_type = 'call' where ${place(id, 2)}`)
    await run(sql`update messages set sender_id = ${siti.user.id} where ${place(id, 3)}`)
    const [first, second, third] = await open()
    expect(first).toMatchObject({ body: 'Pertama' })
    expect([second, third]).toEqual([{ trouble: 'forged' }, { trouble: 'forged' }])
  })

  test('by somebody who was left out of that key: refused', async () => {
    const raju = await person()
    const { id, group } = await begin(ali, siti, mei, raju)
    await setStatus(raju, 'inactive')
    const atMei = mei.group(id)
    await atMei.sync()
    await expectSent(mei, atMei, 'Kunci tanpa Raju')
    // Mei passes the key on, and Raju speaks with it.
    const key = mei.kept.get(id)?.epochs.at(-1)
    if (!key) throw new Error('nothing kept')
    const head = rosterOf(atMei).hashes[key.headSeq - 1] ?? ''
    const said = {
      id: 'r',
      c: 1,
      void: [],
      vault: 0,
      extra: '',
      head,
      body: 'Saya Raju',
      messageType: 'text',
    }
    const sealed = await sealMessage(raju.identity, id, key, said)
    await group.sync()
    expect(memberAt(rosterOf(group), raju.user.id, key.headSeq)?.out).toBe(key.n)
    const [message] = await messages(ali, id)
    const forged = { ...(message as Message), ...sealed, seq: 50, senderId: raju.user.id, clientId: 'r' }
    expect(await group.open(forged)).toEqual({ trouble: 'forged' })
  })
})

test('16. plain words before the beginning of a conversation are not shown as anybody’s', async () => {
  const { id } = await ali.call<GroupRow>('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
  await run(
    sql`insert into messages (group_id, seq, sender_id, content) values (${id}, 1, ${siti.user.id}, 'Saya Siti')`,
  )
  await run(sql`update message_groups set last_seq = 1 where id = ${id}`)
  const atAli = ali.group(id, { peerId: siti.user.id })
  await atAli.begin([], 1)
  expect(rosterOf(atAli).plainUntil).toBe(0)
  await expectSent(ali, atAli, 'Helo')
  expect(await ali.read(atAli, id)).toEqual(['[forged]', 'Helo'])
  const beginning = {
    ...entryAfter(id, undefined, siti.user.id),
    op: 'genesis',
    shape: 'direct',
    plainUntil: 1,
    card: siti.identity.card,
  }
  const one = await signText(siti.identity.sign, 'roster', JSON.stringify(beginning))
  const tamper = {
    fetchRoster: async () => ({ entries: [one], memberIds: idsOf(ali, siti), waiting: [], last: 1 }),
    fetchEpochs: async () => ({ epochs: [], isStale: true, last: 0 }),
  }
  const { parts } = await freshDevice(ali)
  const told = ali.group(id, { peerId: siti.user.id, tamper, ...parts })
  await told.sync()
  expect(told.get()).toMatchObject({ phase: 'broken', reason: 'plain-past' })
})

describe('17. renewed keys', () => {
  test('a fresh device with the old seed under the new one reads everything; the old keys nothing new, at once', async () => {
    const { id, group } = await begin(ali, siti)
    const oldDevice = siti.group(id)
    expect(await siti.read(oldDevice, id)).toEqual(['Pertama'])
    const { identity } = await publishKeys(siti.call, siti.user.id, 2)
    await expectSent(ali, group, 'Bukan untuk kunci lama')
    expect(await holders(id)).toEqual(idsOf(ali))
    expect(await siti.read(oldDevice, id)).toEqual(['Pertama', '[before]'])
    await group.accept([identity.card])
    await expectSent(ali, group, 'Untuk kunci baharu')
    expect(await siti.read(oldDevice, id)).toEqual(['Pertama', '[before]', '[locked]'])
    const { card, box } = siti.identity
    const { parts } = await freshDevice(siti, { ...identity, older: [{ card, box }] })
    expect(await siti.read(siti.group(id, parts), id)).toEqual(['Pertama', '[before]', 'Untuk kunci baharu'])
  })

  test('nothing is said under a key that the old ones have, whatever the server says of it', async () => {
    const { id, group } = await begin(ali, siti)
    const other = await begin(ali, siti)
    const old = await freeze(ali, id)
    const { identity } = await publishKeys(siti.call, siti.user.id, 2)
    await other.group.sync()
    await other.group.accept([identity.card])
    // Of new keys it says nothing, and that the old epoch is still good.
    const told = ali.group(id, { tamper: { ...old, postEpoch: () => Promise.reject(new Error('lost')) } })
    await told.sync()
    expect(told.readerCard(siti.user.id)).toBeUndefined()
    await expect(ali.say(told, id, 'Untuk kunci lama?')).rejects.toThrow('lost')
    await expectSent(ali, group)
    expect(await holders(id)).toEqual(idsOf(ali))
  })
})

describe('who runs the list', () => {
  test('whoever was left out signs nothing, as administrator or deputy', async () => {
    const { id } = await begin(ali, siti, mei)
    await setStatus(ali, 'inactive')
    const atSiti = siti.group(id)
    await atSiti.sync()
    await atSiti.seal('Tanpa Ali', 'kunci')
    await setStatus(ali, 'active')
    expect(adminsOf(rosterOf(atSiti))).not.toContain(ali.user.id)
    const atAli = ali.group(id)
    await atAli.sync()
    expect(atAli.get()).toMatchObject({ phase: 'outside', isAdmin: false })
  })

  test('an entry of theirs that the server puts in is refused', async () => {
    const { id, group } = await begin(ali, siti, mei)
    await setStatus(ali, 'inactive')
    const atMei = mei.group(id)
    // Mei is neither administrator nor deputy: she makes the key, and signs nobody out.
    await atMei.sync()
    await atMei.seal('Tanpa Ali', 'kunci')
    expect(memberAt(rosterOf(atMei), ali.user.id)?.out).toBe(2)
    const entry = { ...entryAfter(id, rosterOf(group), ali.user.id), op: 'remove', userIds: [siti.user.id] }
    const one = await signText(ali.identity.sign, 'roster', JSON.stringify(entry))
    const { seq } = entry
    await run(sql`insert into group_roster (group_id, seq, body, sig, hash)
      values (${id}, ${seq}, ${one.body}, ${one.sig}, ${await hashOf(one)})`)
    await atMei.sync()
    expect(atMei.get()).toMatchObject({ phase: 'broken', reason: 'not-an-admin' })
    await expectStopped(mei, atMei)
  })

  test('an epoch that was held back until who it leaves out had signed is refused', async () => {
    const { id } = await begin(ali, siti, mei)
    const before = await freeze(siti, id)
    await setStatus(ali, 'inactive')
    const atMei = mei.group(id)
    await atMei.sync()
    await atMei.seal('Tanpa Ali', 'kunci')
    const { epochs: served } = await epochs(siti, id)
    const list = await roster(siti, id)
    const entry = { ...entryAfter(id, rosterOf(atMei), ali.user.id), op: 'remove', userIds: [mei.user.id] }
    const one = await signText(ali.identity.sign, 'roster', JSON.stringify(entry))
    let isHeld = true
    const tamper = {
      fetchRoster: async (after: number) => ({
        ...list,
        entries: [...list.entries, one].slice(after),
        last: 3,
      }),
      fetchEpochs: async (after: number) =>
        isHeld
          ? before.fetchEpochs(after)
          : { epochs: served.slice(after), isStale: false, last: served.length },
    }
    const { parts } = await freshDevice(siti)
    const told = siti.group(id, { tamper, ...parts })
    await told.sync()
    isHeld = false
    await told.sync()
    expect(told.get()).toMatchObject({ phase: 'broken', reason: 'epoch-too-late' })
  })

  test('is handed over by a signed entry, and back', async () => {
    const { id, group } = await begin(ali, siti, mei)
    await group.appoint(mei.user.id, 'admin')
    const atMei = mei.group(id)
    await atMei.sync()
    expect(atMei.get().isAdmin).toBe(true)
    expect(adminsOf(rosterOf(atMei))).toEqual(idsOf(ali, mei))
    await atMei.appoint(ali.user.id, 'member')
    await group.sync()
    // With one administrator the longest member is a deputy.
    expect(adminsOf(rosterOf(group))).toEqual(idsOf(mei, siti))
    await atMei.appoint(siti.user.id, 'admin')
    await group.sync()
    expect(group.get().isAdmin).toBe(false)
  })
})

describe('18. a club whose people change', () => {
  const asClub = { shape: 'club' as const }

  async function beginClub() {
    const built = await buildClubGroup()
    const group = built.admin.group(built.id, asClub)
    await group.begin([], 0)
    await expectSent(built.admin, group, 'Pertama')
    return { ...built, group }
  }

  test('two committees are gone: an ordinary reader’s browser lets the next ones in', async () => {
    const { id, admin, member, build } = await beginClub()
    const atMember = member.group(id, asClub)
    await atMember.sync()
    const second = await build('club_admin_ln')
    await join(id, second)
    await setStatus(admin, 'inactive')
    await atMember.sync()
    expect(readers(atMember)).toEqual(idsOf(member, second))
    const third = await build('club_admin_ln')
    await join(id, third)
    await setStatus(second, 'inactive')
    await atMember.sync()
    expect(readers(atMember)).toEqual(idsOf(member, third))
    const newcomer = await build('member')
    await join(id, newcomer)
    await atMember.sync()
    await expectSent(member, atMember, 'Selamat datang')
    expect(await newcomer.read(newcomer.group(id, asClub), id)).toEqual(['[before]', 'Selamat datang'])
    expect(await third.read(third.group(id, asClub), id)).toEqual(['[before]', 'Selamat datang'])
  })

  test('who comes back, or comes with later keys, waits for a click', async () => {
    const { id, member, build, group } = await beginClub()
    await setStatus(member, 'inactive')
    await group.sync()
    await setStatus(member, 'active')
    const late = await build('member')
    const { identity } = await publishKeys(late.call, late.user.id, 2)
    await join(id, late)
    await group.sync()
    await group.sync()
    expect(readers(group)).toEqual([group.ownCard.userId])
    expect(group.get().waiting.map(({ card }) => card)).toEqual([member.identity.card, identity.card])
  })

  test('everybody is gone at once: it begins again, for who stood on no list or accepts it', async () => {
    const { id, admin, member, build } = await beginClub()
    const excluded = await build('member')
    await join(id, excluded)
    const atAdmin = admin.group(id, asClub)
    await atAdmin.sync()
    await setStatus(excluded, 'inactive')
    const atMember = member.group(id, asClub)
    await atMember.sync()
    await atMember.seal('Kunci tanpa seorang', 'kunci')
    await setStatus(admin, 'inactive')
    await setStatus(member, 'inactive')
    const founder = await build('club_admin_ln')
    await join(id, founder)
    const atFounder = founder.group(id, asClub)
    await atFounder.sync()
    expect(phaseOf(atFounder)).toBe('outside')
    await atFounder.restart()
    await expectSent(founder, atFounder, 'Bermula semula')
    const newcomer = await build('member')
    await join(id, newcomer)
    await atFounder.sync()
    await expectSent(founder, atFounder, 'Selamat datang')
    const atNewcomer = newcomer.group(id, asClub)
    expect((await newcomer.read(atNewcomer, id)).at(-1)).toBe('Selamat datang')
    await expectSent(newcomer, atNewcomer)
    // Who stood on the old list, in good order, is not passed over.
    await setStatus(member, 'active')
    const back = member.group(id, asClub)
    await back.sync()
    expect(back.get()).toMatchObject({ phase: 'broken', reason: 'restarted-over-me' })
    await expectStopped(member, back)
    await back.sync()
    expect(back.get().isOver).toBeUndefined()
    // Who had been left out before is asked.
    await setStatus(excluded, 'active')
    const atExcluded = excluded.group(id, asClub)
    await atExcluded.sync()
    expect(phaseOf(atExcluded)).toBe('restarted')
    await expectStopped(excluded, atExcluded)
    await atFounder.sync()
    await atFounder.accept([excluded.identity.card])
    await atExcluded.sync()
    expect(phaseOf(atExcluded)).toBe('restarted')
    await atExcluded.acceptRestart()
    await expectSent(excluded, atExcluded)
  })

  test('twice in a row passes nobody over either', async () => {
    const { id, member, build, group } = await beginClub()
    const founder = await build('club_admin_ln')
    const list = await roster(member, id)
    const sign = async (seq: number, prev: string) =>
      signText(
        founder.identity.sign,
        'roster',
        JSON.stringify({
          ...entryAfter(id, rosterOf(group), founder.user.id),
          seq,
          prev,
          op: 'restart',
          card: founder.identity.card,
        }),
      )
    const one = await sign(3, rosterOf(group).hashes.at(-1) ?? '')
    const two = await sign(4, await hashOf(one))
    const served = [...list.entries, one, two]
    const tamper = {
      fetchRoster: async (after: number) => ({ ...list, entries: served.slice(after), last: 4 }),
    }
    const told = member.group(id, { ...asClub, tamper })
    await told.sync()
    expect(told.get()).toMatchObject({ phase: 'broken', reason: 'restarted-over-me' })
    const custom = { groupId: id, shape: 'custom' as const }
    const restarted = { ...rosterOf(group), shape: 'group' as const, restarted: 3 }
    expect(() => checkPlace(restarted, member.identity.card, custom, undefined)).toThrow('wrong-shape')
  })

  test('it does not while somebody on the list can sign, nor by who does not run the club, nor in another group', async () => {
    const { id, admin, member, build } = await beginClub()
    await setStatus(admin, 'inactive')
    const founder = await build('club_admin_ln')
    await join(id, founder)
    const atFounder = founder.group(id, asClub)
    await expect(atFounder.restart()).resolves.toBeUndefined()
    expect(rosterOf(atFounder).restarted).toBeUndefined()
    await setStatus(member, 'inactive')
    const newcomer = await build('member')
    await join(id, newcomer)
    await expect(newcomer.group(id, asClub).restart()).rejects.toThrow('403')
    await atFounder.restart()
    expect(rosterOf(atFounder).restarted).toBe(3)
    const other = await begin(ali, siti)
    await join(other.id, mei)
    await run(
      sql`update group_members set role = 'owner' where group_id = ${other.id} and user_id = ${mei.user.id}`,
    )
    await setStatus(ali, 'inactive')
    await setStatus(siti, 'inactive')
    await expect(mei.group(other.id).restart()).rejects.toThrow('wrong-shape')
  })
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

  test('is there after a reload, before anything else, and goes only when somebody has looked and nothing is wrong', async () => {
    const { id } = await begin(ali, siti)
    const told = ali.group(id, { tamper: broken })
    await told.sync()
    const again = ali.group(id)
    await expectStopped(ali, again)
    expect(again.get()).toMatchObject({ phase: 'broken', reason: 'entry-unreadable', isOver: true })
    await told.dismiss()
    expect(told.get()).toMatchObject({ phase: 'broken', reason: 'entry-unreadable' })
    expect(told.get().isOver).toBeUndefined()
    const third = ali.group(id)
    await third.dismiss()
    expect(phaseOf(third)).toBe('ready')
    await expectSent(ali, third)
  })

  test('that another tab raised is not lost by one that saw nothing', async () => {
    const { id, group } = await begin(ali, siti)
    await ali.group(id, { tamper: broken }).sync()
    await group.sync()
    await expectSent(ali, group)
    const again = ali.group(id)
    await again.sync()
    expect(again.get()).toMatchObject({ phase: 'broken', isOver: true })
  })

  test('of keys that were held back stays while they are', async () => {
    const { id, group } = await begin(ali, siti, mei)
    const old = await freeze(siti, id)
    const store = memoryStore()
    await group.remove([mei.user.id])
    await expectSent(ali, group, 'Tanpa Mei')
    const told = siti.group(id, { tamper: old, store })
    await siti.read(told, id)
    expect(told.get()).toMatchObject({ phase: 'broken', reason: 'entries-withheld' })
    const again = siti.group(id, { tamper: old, store })
    await again.dismiss()
    expect(again.get()).toMatchObject({ phase: 'broken', reason: 'entries-withheld' })
    await expectStopped(siti, again)
    const honest = siti.group(id, { store })
    await honest.dismiss()
    await expectSent(siti, honest)
  })

  test('nobody is signed in or out while it is there', async () => {
    const { id, member, admin } = await buildClubGroup()
    const group = admin.group(id, { shape: 'club' })
    await group.begin([], 0)
    await admin.group(id, { shape: 'club', tamper: broken }).sync()
    const again = admin.group(id, { shape: 'club' })
    const newcomer = await person()
    await join(id, newcomer)
    await setStatus(member, 'inactive')
    await again.sync()
    expect(readers(again)).toEqual(idsOf(admin, member))
    await again.dismiss()
    expect(readers(again)).toEqual(idsOf(admin, newcomer))
  })
})
