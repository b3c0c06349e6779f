// Tests 1 to 9 of what the end-to-end encryption guarantees, run with the client code against a real server.
// To simulate a malicious server the tests change its database directly or tamper with its responses.
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataReferences } from '#server/features/my-data/data-references.queries.ts'
import { readExportSection } from '#server/features/my-data/read-export-section.queries.ts'
import { buildCommonMemberListEntryFields } from '#server/test/chat/e2ee-members.ts'
import { getGroupRoster, getUserIds, setUpEncryptedGroups } from '#server/test/chat/encrypted-groups.ts'
import {
  createAndPublishTestEncryptionKeys,
  createInMemoryGroupStateStore,
  type Person,
} from '#server/test/chat/encrypted-person.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { EpochsResponse, MyKeys, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import { type Bytes, decodeBase64url, encodeBase64url } from '#shared/e2ee/encoding.ts'
import { getRosterLength } from '#shared/e2ee/roster.ts'
import { hashTextWithSignature } from '#shared/e2ee/signed-text.ts'
import { createIdentityKeys, generateKeySeed, signText } from '#web/lib/e2ee/crypto/identity.ts'
import { generateRecoveryPhrase, parseRecoveryPhrase } from '#web/lib/e2ee/crypto/recovery-phrase.ts'
import { unwrapKeySeed } from '#web/lib/e2ee/crypto/wrap.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { createNextGroupKey } from '#web/lib/e2ee/message/epoch-keys.ts'

let logged = ''
const sink = new Writable({
  write: (chunk, _, done) => {
    logged += chunk
    done()
  },
})
const { database, run, people, person, begin, buildClubGroup, holders } = setUpEncryptedGroups(
  pino({ level: 'trace' }, sink),
)
let [ali, siti] = [] as unknown as [Person, Person]

// Each test gets new users, because sending messages is rate limited per user.
beforeEach(async () => {
  ;[ali, siti] = await people(2)
})

const buildEntryBy = (group: EncryptedGroup, { user }: Person) => {
  const roster = getGroupRoster(group)
  return buildCommonMemberListEntryFields(roster.groupId, roster, user.id)
}

async function dumpDatabase(): Promise<string> {
  const { rows } =
    await run(sql`select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const tableTexts: string[] = []
  for (const { name } of rows) {
    const result = await run(
      sql`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.raw(name as string)} t`,
    )
    tableTexts.push(result.rows[0]?.text as string)
  }
  return tableTexts.join(' ')
}

/** Returns the user's data export as JSON. */
async function exportDataOfUser({ user }: Person): Promise<string> {
  const rows: unknown[] = []
  for (const { copy } of dataReferences) {
    await database.db.transaction(async tx => {
      for await (const batch of readExportSection(tx, copy, user.id)) rows.push(...batch)
    })
  }
  return JSON.stringify(rows)
}

/** Encodings in which secret bytes could leak: base64url, base64 and hex. */
const listEncodings = (bytes: Bytes) => [
  encodeBase64url(bytes),
  Buffer.from(bytes).toString('base64').replaceAll('=', ''),
  Buffer.from(bytes).toString('hex'),
]

test('database, log and data export contain neither plaintext of encrypted messages nor their keys', async () => {
  const { id, group } = await begin(ali, siti)
  const text = 'Jumpa di stesen pukul lapan malam'
  expect((await ali.sendText(group, id, text)).ok).toBe(true)
  expect(await siti.readTexts(siti.group(id), id)).toEqual(['Pertama', text])
  const outputs = [await dumpDatabase(), logged, await exportDataOfUser(ali)]
  expect(outputs[0]).toContain('e2ee1.')
  for (const output of outputs) {
    for (const secret of ['stesen', ali.phrase, ...listEncodings(ali.seed)])
      expect(output).not.toContain(secret)
  }
})

test('a removed member does not get the next group key (epoch) and cannot decrypt later messages with old keys', async () => {
  const mei = await person()
  const { id, group } = await begin(ali, siti, mei)
  const atSiti = siti.group(id)
  expect(await siti.readTexts(atSiti, id)).toEqual(['Pertama'])
  await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [siti.user.id] })
  expect((await ali.sendText(group, id, 'Tanpa Siti')).ok).toBe(true)
  expect(await holders(id)).toEqual(getUserIds(ali, mei))
  expect(await mei.readTexts(mei.group(id), id)).toEqual(['Pertama', 'Tanpa Siti'])
  // The removed user Siti cannot decrypt the new message even if the server gives her its text and the key's header.
  const [message] = await ali.call<[never]>('GET', `/api/messages/${id}?limit=1`)
  const served = await ali.call<EpochsResponse>('GET', `/api/groups/${id}/epochs?after=1`)
  const helped = siti.group(id, {
    tamper: {
      fetchRoster: after => ali.call('GET', `/api/groups/${id}/roster?after=${after}`),
      fetchEpochs: async after => (after === 1 ? served : { epochs: [], isStale: false, last: after }),
    },
  })
  await helped.sync()
  expect(await helped.reader.decrypt(message)).toEqual({ trouble: 'before' })
  await expect(siti.readTexts(atSiti, id)).rejects.toThrow('404')
})

test('a new member can decrypt messages sent after joining, but none from before', async () => {
  const raju = await person()
  const { id, group } = await begin(ali, siti)
  await ali.call('POST', `/api/groups/${id}/members`, { userIds: [raju.user.id] })
  await group.admitMembers([raju.user.id])
  expect((await ali.sendText(group, id, 'Selamat datang')).ok).toBe(true)
  expect(await raju.readTexts(raju.group(id), id)).toEqual(['[before]', 'Selamat datang'])
  expect(await siti.readTexts(siti.group(id), id)).toEqual(['Pertama', 'Selamat datang'])
})

describe('4. rosters tampered with by the server', () => {
  /** Expects that the client reports `reason` and sends no message to the group. */
  async function expectGroupStopped(person: Person, group: EncryptedGroup, id: number, reason: string) {
    await group.sync()
    expect(group.get()).toMatchObject({ phase: 'broken', reason })
    const before = await run(sql`select count(*)::int as count from messages where group_id = ${id}`)
    const answer = await person.sendText(group, id, 'Tidak boleh sampai')
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('gagal disahkan') })
    const after = await run(sql`select count(*)::int as count from messages where group_id = ${id}`)
    expect(after.rows).toEqual(before.rows)
  }

  const insertRosterEntry = async (id: number, seq: number, signedEntry: { body: string; sig: string }) =>
    run(sql`insert into group_roster (group_id, seq, body, sig, hash)
      values (${id}, ${seq}, ${signedEntry.body}, ${signedEntry.sig}, ${await hashTextWithSignature(signedEntry)})`)

  test('a user whom the server added to an encrypted group without an entry in the roster (signed member list) gets no group key', async () => {
    const raju = await person()
    const { id, group } = await begin(ali, siti)
    await run(sql`insert into group_members (group_id, user_id) values (${id}, ${raju.user.id})`)
    expect((await ali.sendText(group, id, 'Tanpa hantu')).ok).toBe(true)
    await group.sync()
    expect(group.get().waiting).toEqual([{ card: raju.identity.card, why: 'new' }])
    expect(await raju.readTexts(raju.group(id), id)).toEqual(['[before]', '[before]'])
  })

  test('the client rejects an entry of the roster (signed member list) that adds a member and is signed only by that member', async () => {
    const raju = await person()
    const { id, group } = await begin(ali, siti)
    const next = buildEntryBy(group, raju)
    const entry = { ...next, op: 'add', role: 'admin', cards: [raju.identity.card] }
    const signedEntry = await signText(raju.identity.sign, 'roster', JSON.stringify(entry))
    const memberIds = [ali, siti, raju].map(({ user }) => user.id)
    const tamper = { fetchRoster: async () => ({ entries: [signedEntry], memberIds, waiting: [], last: 3 }) }
    await expectGroupStopped(ali, ali.group(id, { tamper }), id, 'not-an-admin')
  })

  test('the client rejects an entry of the roster (signed member list) that was forged in the name of the administrator', async () => {
    const raju = await person()
    const { id, group } = await begin(ali, siti)
    const entry = {
      ...buildEntryBy(group, ali),
      op: 'add',
      role: 'admin',
      cards: [raju.identity.card],
    }
    await insertRosterEntry(id, 3, await signText(raju.identity.sign, 'roster', JSON.stringify(entry)))
    await expectGroupStopped(ali, group, id, 'entry-forged')
  })

  test('clients stop sending when they receive two different signed public keys of one user with the same key generation number', async () => {
    const { id, group } = await begin(ali, siti)
    const swapped = await createIdentityKeys(generateKeySeed(), siti.user.id, 1)
    const tampered = ali.group(id, {
      tamper: {
        fetchRoster: async after => ({
          ...(await ali.call<RosterResponse>('GET', `/api/groups/${id}/roster?after=${after}`)),
          waiting: [swapped.card],
        }),
      },
    })
    await tampered.sync()
    // A client that gets two different public keys of one generation signs and sends nothing, and names their owner.
    expect(getRosterLength(getGroupRoster(tampered))).toBe(getRosterLength(getGroupRoster(group)))
    expect(tampered.get()).toMatchObject({
      phase: 'broken',
      reason: 'person-swapped',
      swapped: [siti.user.id],
    })
    await expect(tampered.acceptCards([swapped.card])).rejects.toThrow('person-swapped')
    expect((await ali.sendText(tampered, id, 'Tidak')).ok).toBe(false)
  })

  test('a new device rejects a roster (signed member list) whose last entry the server withholds', async () => {
    const mei = await person()
    const { id, group } = await begin(ali, siti)
    await ali.call('POST', `/api/groups/${id}/members`, { userIds: [mei.user.id] })
    await group.admitMembers([mei.user.id])
    expect((await ali.sendText(group, id, 'Bertiga')).ok).toBe(true)
    await run(sql`delete from group_roster where group_id = ${id} and seq = 3`)
    await expectGroupStopped(
      siti,
      siti.group(id, { store: createInMemoryGroupStateStore() }),
      id,
      'epoch-of-another-roster',
    )
  })

  test('a device that stored the hash of the last verified entry of the roster (signed member list) rejects a roster that the server replaced', async () => {
    const { id, group } = await begin(ali, siti)
    const entry = {
      ...buildEntryBy(group, ali),
      prev: encodeBase64url(generateKeySeed()),
      op: 'remove',
      userIds: [siti.user.id],
    }
    const signedEntry = await signText(ali.identity.sign, 'roster', JSON.stringify(entry))
    const served = { entries: [signedEntry], memberIds: [ali.user.id], waiting: [], last: 3 }
    const tampered = ali.group(id, { tamper: { fetchRoster: async () => served } })
    await expectGroupStopped(ali, tampered, id, 'chain-broken')
  })

  test('the client rejects a roster (signed member list) whose group kind differs from the expected one', async () => {
    const { id } = await begin(ali, siti)
    await expectGroupStopped(ali, ali.group(id, { peerId: siti.user.id }), id, 'wrong-shape')
  })
})

describe('5. epochs tampered with by the server', () => {
  test('a client from which the server withholds a new group key stops sending once it receives a message encrypted with that key', async () => {
    const raju = await person()
    const { id, group } = await begin(ali, siti, raju)
    const atSiti = siti.group(id, {
      tamper: {
        fetchRoster: async after => ({
          ...(await ali.call<RosterResponse>('GET', `/api/groups/${id}/roster?after=${after}`)),
          ...(after >= 2 && { entries: [] }),
        }),
        fetchEpochs: async after =>
          after === 0
            ? siti.call('GET', `/api/groups/${id}/epochs`)
            : { epochs: [], isStale: false, last: after },
      },
    })
    expect(await siti.readTexts(atSiti, id)).toEqual(['Pertama'])
    await group.removeMembers([raju.user.id])
    expect((await ali.sendText(group, id, 'Tanpa Raju')).ok).toBe(true)
    expect(await siti.readTexts(atSiti, id)).toEqual(['Pertama', '[locked]'])
    expect(atSiti.get()).toMatchObject({ phase: 'broken', reason: 'entries-withheld' })
    await atSiti.sync()
    expect(atSiti.get().phase).toBe('broken')
    expect((await siti.sendText(atSiti, id, 'Untuk Raju juga?')).ok).toBe(false)
  })

  test('the client rejects a group key (epoch) that the server forged', async () => {
    const raju = await person()
    const { id, group } = await begin(ali, siti)
    const { epochs } = await ali.call<EpochsResponse>('GET', `/api/groups/${id}/epochs`)
    const eid = await hashTextWithSignature((epochs[0] as EpochsResponse['epochs'][0]).header)
    const before = { n: 1, eid, headSeq: 2, ts: 0, isMine: true }
    const forgedEpoch = await createNextGroupKey(
      { ...raju.identity, card: ali.identity.card },
      getGroupRoster(group),
      before,
      [],
    )
    const box = forgedEpoch.boxes.find(([userId]) => userId === siti.user.id)?.[1] ?? ''
    const tampered = siti.group(id, {
      tamper: {
        fetchEpochs: async after => ({
          epochs:
            after === 0
              ? [...epochs.map(epoch => ({ ...epoch, box: null })), { header: forgedEpoch.header, box }]
              : [],
          isStale: false,
          last: 2,
        }),
      },
    })
    await tampered.sync()
    expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'epoch-forged' })
    expect((await siti.sendText(tampered, id, 'Tidak')).ok).toBe(false)
  })

  test('when the server swaps the encrypted group keys of two members, neither can decrypt, and the next sender creates a new group key (epoch)', async () => {
    const { id } = await begin(ali, siti)
    await run(sql`update epoch_boxes b set box = (select o.box from epoch_boxes o
      where o.group_id = b.group_id and o.n = b.n and o.user_id <> b.user_id) where b.group_id = ${id}`)
    const atSiti = siti.group(id)
    expect(await siti.readTexts(atSiti, id)).toEqual(['[locked]'])
    expect((await siti.sendText(atSiti, id, 'Kunci baharu')).ok).toBe(true)
    expect(await ali.readTexts(ali.group(id, { store: createInMemoryGroupStateStore() }), id)).toEqual([
      '[locked]',
      'Kunci baharu',
    ])
  })
})

describe('6. forged messages', () => {
  test('the client rejects messages with another sender, moved from another group, with a flipped bit, in plaintext or duplicated', async () => {
    const { id } = await begin(ali, siti)
    const other = await begin(ali, siti)
    const group = ali.group(id)
    for (const text of ['Dua', 'Tiga', 'Empat', 'Lima'])
      expect((await ali.sendText(group, id, text)).ok).toBe(true)
    const buildSequenceCondition = (seq: number) => sql`group_id = ${id} and seq = ${seq}`
    await run(sql`update messages set sender_id = ${siti.user.id} where ${buildSequenceCondition(2)}`)
    await run(sql`update messages set content = (select content from messages where group_id = ${other.id} and seq = 1),
      metadata = (select metadata from messages where group_id = ${other.id} and seq = 1) where ${buildSequenceCondition(3)}`)
    const { rows } = await run(sql`select content from messages where ${buildSequenceCondition(4)}`)
    const bytes = decodeBase64url(String(rows[0]?.content).slice('e2ee1.'.length))
    const flipped = bytes.with(40, (bytes[40] ?? 0) ^ 1)
    await run(
      sql`update messages set content = ${`e2ee1.${encodeBase64url(flipped)}`} where ${buildSequenceCondition(4)}`,
    )
    await run(
      sql`update messages set content = 'Kata pelayan', metadata = null where ${buildSequenceCondition(5)}`,
    )
    await run(sql`insert into messages (group_id, seq, sender_id, client_id, content, metadata)
      select group_id, 6, sender_id, null, content, metadata from messages where ${buildSequenceCondition(1)}`)
    expect(await siti.readTexts(siti.group(id), id)).toEqual([
      'Pertama',
      '[forged]',
      '[forged]',
      '[forged]',
      '[forged]',
      '[forged]',
    ])
  })

  test('in a club group, clients accept plaintext messages only from before the signed start of encryption', async () => {
    const { id, admin, member } = await buildClubGroup()
    expect((await admin.client.send({ groupId: id, content: 'Dahulu biasa' })).ok).toBe(true)
    const group = admin.group(id, { shape: 'club' })
    await group.createRoster([], 0)
    expect(group.get().phase).toBe('unborn')
    await group.createRoster([], 1)
    expect((await admin.sendText(group, id, 'Kini rahsia')).ok).toBe(true)
    const atMember = member.group(id, { shape: 'club' })
    expect(await member.readTexts(atMember, id)).toEqual(['Dahulu biasa', 'Kini rahsia'])
    expect(await admin.client.send({ groupId: id, content: 'Biasa lagi' })).toMatchObject({
      code: 'plaintext-refused',
    })
  })
})

test('the server refuses plaintext, a spoofed sender and an outdated group key (stale epoch) in an encrypted group', async () => {
  const { id, group } = await begin(ali, siti)
  const sendMessage = (message: object) => ali.client.send({ groupId: id, ...message })
  expect(await sendMessage({ content: 'Biasa' })).toMatchObject({ ok: false, code: 'plaintext-refused' })
  const sealed = await group.encrypt('Rahsia', 'x1')
  expect(await sendMessage({ ...sealed, clientId: 'x1', senderId: siti.user.id })).toMatchObject({
    code: 'sender-mismatch',
  })
  await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [siti.user.id] })
  expect(await sendMessage({ ...sealed, clientId: 'x1' })).toMatchObject({ ok: false, code: 'stale-epoch' })
})

test('when two members create a new group key (epoch) concurrently, one key is kept and the messages of both arrive', async () => {
  const mei = await person()
  const { id, group } = await begin(ali, siti, mei)
  const atSiti = siti.group(id)
  await atSiti.sync()
  await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [mei.user.id] })
  const answers = await Promise.all([
    ali.sendText(group, id, 'Kata Ali'),
    siti.sendText(atSiti, id, 'Kata Siti'),
  ])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  const messages = await siti.readTexts(atSiti, id)
  expect(messages.toSorted()).toEqual(['Kata Ali', 'Kata Siti', 'Pertama'])
  expect(await ali.readTexts(group, id)).toEqual(messages)
  const { rows } = await run(sql`select count(*)::int as count from group_epochs where group_id = ${id}`)
  expect(rows[0]?.count).toBe(2)
})

test('the recovery phrase restores keys and message history on a new device, and a wrong phrase fails', async () => {
  const { id } = await begin(ali, siti)
  const { card, wraps } = await siti.call<MyKeys>('GET', '/api/keys/me')
  const owner = { userId: siti.user.id, gen: 1, kind: 'phrase' as const }
  const blob = wraps[0]?.blob ?? ''
  const wrong = parseRecoveryPhrase(generateRecoveryPhrase().join(' ')) as Bytes
  await expect(unwrapKeySeed(blob, wrong, owner)).rejects.toThrow()
  const seed = await unwrapKeySeed(blob, parseRecoveryPhrase(siti.phrase) as Bytes, owner)
  const identity = await createIdentityKeys(seed, siti.user.id, 1)
  expect(identity.card.sign).toBe(card?.sign)
  const fresh = siti.group(id, { identity, store: createInMemoryGroupStateStore() })
  expect(await siti.readTexts(fresh, id)).toEqual(['Pertama'])
})

test('when a member replaces lost keys, the others see the change, and the new keys are valid once an administrator signs them', async () => {
  const noor = await person()
  const { id, group } = await begin(ali, siti, noor)
  const atSiti = siti.group(id)
  await atSiti.sync()
  const renewed = await createAndPublishTestEncryptionKeys(noor.call, noor.user.id, 2)
  const atNoor = noor.group(id, { identity: renewed.identity, store: createInMemoryGroupStateStore() })
  await atNoor.sync()
  expect(atNoor.get().phase).toBe('outside')
  await group.sync()
  expect(group.get().waiting).toEqual([{ card: renewed.identity.card, why: 'changed' }])
  await group.admitMembers([noor.user.id])
  expect(group.get().waiting).toHaveLength(1)
  await group.acceptCards([renewed.identity.card])
  await atSiti.sync()
  expect(atSiti.get().changed).toEqual([noor.user.id])
  await atSiti.acknowledgeNewKeys()
  expect(atSiti.get().changed).toEqual([])
  expect((await ali.sendText(group, id, 'Dengan kunci baharu')).ok).toBe(true)
  expect(await noor.readTexts(atNoor, id)).toEqual(['[locked]', 'Dengan kunci baharu'])
})

test('removing a group member throws when the server rejects the signed removal entry of the roster (member list)', async () => {
  const raju = await person()
  const { id } = await begin(ali, siti, raju)
  const refused = { status: 409 }
  const tamper = {
    postRoster: () => Promise.reject(refused),
    isConflict: (error: unknown) => error === refused,
  }
  await expect(ali.group(id, { tamper }).removeMembers([raju.user.id])).rejects.toThrow('not-taken')
})

test('a device that still has the earlier keys of its user cannot decrypt new messages until it has the renewed keys', async () => {
  const { id, group } = await begin(ali, siti)
  const laptop = createInMemoryGroupStateStore()
  expect(await siti.readTexts(siti.group(id, { store: laptop }), id)).toEqual(['Pertama'])
  const renewed = await createAndPublishTestEncryptionKeys(siti.call, siti.user.id, 2)
  await group.sync()
  await group.acceptCards([renewed.identity.card])
  expect((await ali.sendText(group, id, 'Dengan kunci baharu')).ok).toBe(true)
  const outdated = siti.group(id, { store: laptop })
  expect(await siti.readTexts(outdated, id)).toEqual(['Pertama', '[locked]'])
  expect(outdated.get().phase).toBe('outdated')
  const restored = siti.group(id, { store: laptop, identity: renewed.identity })
  expect(await siti.readTexts(restored, id)).toEqual(['Pertama', 'Dengan kunci baharu'])
})

test('a message is not shown as forged when another member sends a message with the same client-generated id', async () => {
  const { id, group } = await begin(ali, siti)
  const [first] = await ali.call<[{ clientId: string }]>('GET', `/api/messages/${id}?limit=1`)
  const atSiti = siti.group(id)
  expect((await siti.sendText(atSiti, id, 'Nama pinjaman', first.clientId)).ok).toBe(true)
  expect(await ali.readTexts(group, id)).toEqual(['Pertama', 'Nama pinjaman'])
})

test('a user who loses the keys before the other person has joined a direct conversation can continue it with new keys', async () => {
  const raju = await person()
  const { id } = await ali.call<GroupRow>('POST', '/api/groups', { direct: true, memberIds: [raju.user.id] })
  const alone = ali.group(id, { peerId: raju.user.id })
  await run(sql`delete from user_keys where user_id = ${raju.user.id}`)
  await alone.createRoster([], 0)
  const renewed = await createAndPublishTestEncryptionKeys(ali.call, ali.user.id, 2)
  const withNewKeys = ali.group(id, {
    peerId: raju.user.id,
    identity: renewed.identity,
    store: createInMemoryGroupStateStore(),
  })
  await withNewKeys.sync()
  expect(withNewKeys.get()).toMatchObject({ phase: 'ready', isAdmin: true })
})

test('both people can start a direct conversation concurrently and exchange messages', async () => {
  const { id } = await ali.call<GroupRow>('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
  const [atAli, atSiti] = [ali.group(id, { peerId: siti.user.id }), siti.group(id, { peerId: ali.user.id })]
  await Promise.all([atAli.createRoster([], 0), atSiti.createRoster([], 0)])
  await Promise.all([atAli.sync(), atSiti.sync()])
  expect((await siti.sendText(atSiti, id, 'Helo Ali')).ok).toBe(true)
  expect((await ali.sendText(atAli, id, 'Helo Siti')).ok).toBe(true)
  expect(await ali.readTexts(atAli, id)).toEqual(['Helo Ali', 'Helo Siti'])
})
