// Compatibility with data of the previous release. The fixture was written by that release's own client and server.
// The fixture holds a custom group of four users (one removed, one deactivated and reactivated) and a direct message.
// The fixture also holds a club group and an older custom group that were both plaintext at first.
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getGroupRoster, getUserIds, setUpEncryptedGroups } from '#server/test/chat/encrypted-groups.ts'
import {
  createInMemoryGroupStateStore,
  createInMemoryTrustedKeyStore,
  type Person,
} from '#server/test/chat/encrypted-person.ts'
import { buildClub, buildUser, type TestUser } from '#server/test/harness/factories.ts'
import type { Role } from '#shared/constants.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { EpochsResponse, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import { listMembersWhoMayReadNewMessages } from '#shared/e2ee/roster.ts'
import { createIdentityKeys, generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import type { StoredGroup } from '#web/lib/e2ee/group/group-ports.ts'

type Name = 'ali' | 'siti' | 'mei' | 'raju'
type Group = 'custom' | 'direct' | 'club' | 'older'
interface Fixture {
  groups: Record<Group, number>
  clubId: number
  people: Record<
    Name,
    { id: number; role: Role; inClub: boolean; phrase: string; kept: Record<string, StoredGroup> }
  >
  words: Record<Group, string[]>
  rows: Record<string, Record<string, unknown>[]>
}
const {
  groups,
  clubId,
  people,
  words: expectedTexts,
  rows,
}: Fixture = JSON.parse(readFileSync(new URL('fixtures/carried-over.json', import.meta.url), 'utf8'))

const { database, run, person, comeBack, join, holders } = setUpEncryptedGroups()
const users = {} as Record<Name, TestUser>
const tableOrder = [
  'message_groups',
  'group_members',
  'group_roster',
  'group_epochs',
  'epoch_boxes',
  'messages',
  'user_keys',
  'key_wraps',
  'key_devices',
]

async function insertRows(table: string): Promise<void> {
  for (const row of rows[table] ?? []) {
    const columns = sql.raw(Object.keys(row).join(', '))
    await run(sql`insert into ${sql.raw(table)} (${columns})
      select ${columns} from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(row)}::jsonb)`)
  }
}

beforeAll(async () => {
  await buildClub(database.db, { id: clubId })
  for (const name of Object.keys(people) as Name[]) {
    const { id, role, inClub } = people[name]
    users[name] = await buildUser(database.db, { id, role, ...(inClub && { clubId }) })
  }
})

let [ali, siti] = [] as unknown as [Person, Person]
const getKeptState = (name: Name) =>
  new Map(Object.entries(people[name].kept).map(([id, kept]) => [Number(id), structuredClone(kept)]))
beforeEach(async () => {
  for (const table of tableOrder.toReversed()) await run(sql`delete from ${sql.raw(table)} where true`)
  for (const table of tableOrder) await insertRows(table)
  ali = await comeBack(users.ali, people.ali.phrase, getKeptState('ali'))
  siti = await comeBack(users.siti, people.siti.phrase, getKeptState('siti'))
})

const buildClientOptions = (name: Group, by: Person) => ({
  ...(name === 'club' && { shape: 'club' as const }),
  ...(name === 'direct' && { peerId: by === ali ? users.siti.id : users.ali.id }),
})
const groupNames = Object.keys(groups) as Group[]

test.each(groupNames)(
  'both people can read and continue the %s group that the previous release created',
  async name => {
    const id = groups[name]
    const [atAli, atSiti] = [
      ali.group(id, buildClientOptions(name, ali)),
      siti.group(id, buildClientOptions(name, siti)),
    ]
    expect(await ali.readTexts(atAli, id)).toEqual(expectedTexts[name])
    expect(atAli.get()).toMatchObject({ phase: 'ready', swapped: [], changed: [], halted: [] })
    expect(await ali.sendText(atAli, id, 'Keluaran baharu')).toMatchObject({ ok: true })
    expect(await siti.sendText(atSiti, id, 'Jawapan')).toMatchObject({ ok: true })
    const allTexts = [...expectedTexts[name], 'Keluaran baharu', 'Jawapan']
    expect(await siti.readTexts(atSiti, id)).toEqual(allTexts)
    expect(await ali.readTexts(atAli, id)).toEqual(allTexts)
    // New device of the test user Siti, restored with the recovery phrase only.
    const freshDevice = { store: createInMemoryGroupStateStore(), trust: createInMemoryTrustedKeyStore() }
    expect(
      await siti.readTexts(siti.group(id, { ...buildClientOptions(name, siti), ...freshDevice }), id),
    ).toEqual(allTexts)
  },
)

test('members can be added to and removed from an encrypted group that the previous release created', async () => {
  const id = groups.custom
  const group = ali.group(id)
  await group.sync()
  // Version 1 of the encryption protocol gave a reactivated user group keys again without a signature.
  expect(listMembersWhoMayReadNewMessages(getGroupRoster(group)).map(({ card }) => card.userId)).toContain(
    users.raju.id,
  )
  const noor = await person()
  await join(id, noor)
  await group.admitMembers([noor.user.id])
  expect(await ali.sendText(group, id, 'Dengan Noor')).toMatchObject({ ok: true })
  await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [users.raju.id] })
  await group.removeMembers([users.raju.id])
  expect(await ali.sendText(group, id, 'Tanpa Raju')).toMatchObject({ ok: true })
  expect(await holders(id)).toEqual([noor.user.id, ...getUserIds(ali, siti)].toSorted((a, b) => a - b))
  expect(getGroupRoster(group).v).toBe(2)
  expect((await noor.readTexts(noor.group(id), id)).slice(-2)).toEqual(['Dengan Noor', 'Tanpa Raju'])
  const mei = await comeBack(users.mei, people.mei.phrase, getKeptState('mei'))
  await join(id, mei)
  await group.sync()
  expect(group.get().waiting.map(({ card }) => card.userId)).toEqual([users.mei.id])
})

test('plaintext messages from before a group was encrypted are readable and marked as plaintext', async () => {
  const id = groups.older
  const group = ali.group(id)
  await group.sync()
  expect(getGroupRoster(group).plainUntil).toBe(1)
  const [sealed, plain] = await ali.call<[Message, Message]>('GET', `/api/messages/${id}?limit=2`)
  expect(await group.reader.decrypt(plain)).toEqual({ body: 'Sebelum penyulitan', isPlain: true })
  expect(await group.reader.decrypt(sealed)).toMatchObject({ body: 'Selepas penyulitan', signed: {} })
})

test('the client rejects a custom group of encryption protocol version 1 that the server presents as a club group', async () => {
  const id = groups.custom
  await ali.group(id).sync()
  const tampered = ali.group(id, { shape: 'club' })
  await tampered.sync()
  expect(tampered.get()).toMatchObject({ phase: 'broken', reason: 'wrong-shape' })
})

describe('state verified by the previous release', () => {
  const truncated = {
    fetchRoster: async () => {
      const list = await ali.call<RosterResponse>('GET', `/api/groups/${groups.custom}/roster`)
      return { ...list, entries: list.entries.slice(0, 2), last: 2 }
    },
    fetchEpochs: async () => {
      const keys = await ali.call<EpochsResponse>('GET', `/api/groups/${groups.custom}/epochs`)
      return { epochs: keys.epochs.slice(0, 1), isStale: false, last: 1 }
    },
  }

  test('a device that has verified more entries of the roster (signed member list) than the server now returns sends no messages, even after a restart', async () => {
    const id = groups.custom
    for (const _ of ['first', 'again']) {
      // The emptied store simulates a device that crashed before it saved the public keys of other users.
      const group = ali.group(id, { tamper: truncated, trust: createInMemoryTrustedKeyStore() })
      await group.sync()
      expect(group.get().phase).toBe('behind')
      expect(await ali.sendText(group, id, 'Tidak')).toMatchObject({ ok: false })
    }
    expect(await ali.readTexts(ali.group(id), id)).toEqual(expectedTexts.custom)
  })

  test('when two encrypted groups list different public keys of one person, the client raises an alarm and stops sending', async () => {
    const kept = getKeptState('ali')
    const other = await createIdentityKeys(generateKeySeed(), users.siti.id, 1)
    const spans = kept.get(groups.direct)?.roster?.spans ?? []
    for (const span of spans) if (span.card.userId === users.siti.id) span.card = other.card
    const device = await comeBack(users.ali, people.ali.phrase, kept)
    await device.trust.load()
    expect(device.trust.getPin(users.siti.id)?.conflict).toBeDefined()
    const group = device.group(groups.custom)
    await group.sync()
    expect(group.get()).toMatchObject({ phase: 'broken', reason: 'person-swapped', swapped: [users.siti.id] })
    expect(await device.sendText(group, groups.custom, 'Tidak')).toMatchObject({ ok: false })
  })
})
