// What the release before wrote, read and continued by this one. The fixture was made by that release's own client and
// server: a group of four of whom one was removed and one was deactivated and came back, a conversation, a club that
// was plain once, and an older group that was plain once.
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idsOf, rosterOf, setUpEncryption } from '#server/test/encrypted-groups.ts'
import { memoryStore, memoryTrust, type Person } from '#server/test/encrypted-person.ts'
import { buildClub, buildUser, type TestUser } from '#server/test/factories.ts'
import type { Role } from '#shared/constants.ts'
import type { Message } from '#shared/contracts/chat.ts'
import type { EpochsAnswer, RosterAnswer } from '#shared/contracts/keys.ts'
import { readersNow } from '#shared/e2ee/roster.ts'
import type { KeptGroup } from '#web/lib/e2ee/group-ports.ts'
import { identityFrom, newSeed } from '#web/lib/e2ee/identity.ts'

type Name = 'ali' | 'siti' | 'mei' | 'raju'
type Group = 'custom' | 'direct' | 'club' | 'older'
interface Fixture {
  groups: Record<Group, number>
  clubId: number
  people: Record<
    Name,
    { id: number; role: Role; inClub: boolean; phrase: string; kept: Record<string, KeptGroup> }
  >
  words: Record<Group, string[]>
  rows: Record<string, Record<string, unknown>[]>
}
const { groups, clubId, people, words, rows }: Fixture = JSON.parse(
  readFileSync(new URL('fixtures/carried-over.json', import.meta.url), 'utf8'),
)

const { database, run, person, comeBack, join, holders } = setUpEncryption()
const users = {} as Record<Name, TestUser>
const order = [
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

async function put(table: string): Promise<void> {
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
const keptBy = (name: Name) =>
  new Map(Object.entries(people[name].kept).map(([id, kept]) => [Number(id), structuredClone(kept)]))
beforeEach(async () => {
  for (const table of order.toReversed()) await run(sql`delete from ${sql.raw(table)} where true`)
  for (const table of order) await put(table)
  ali = await comeBack(users.ali, people.ali.phrase, keptBy('ali'))
  siti = await comeBack(users.siti, people.siti.phrase, keptBy('siti'))
})

const optionsFor = (name: Group, by: Person) => ({
  ...(name === 'club' && { shape: 'club' as const }),
  ...(name === 'direct' && { peerId: by === ali ? users.siti.id : users.ali.id }),
})
const names = Object.keys(groups) as Group[]

test.each(names)('%s: read on, written on, and read by the other', async name => {
  const id = groups[name]
  const [atAli, atSiti] = [ali.group(id, optionsFor(name, ali)), siti.group(id, optionsFor(name, siti))]
  expect(await ali.read(atAli, id)).toEqual(words[name])
  expect(atAli.get()).toMatchObject({ phase: 'ready', swapped: [], changed: [], halted: [] })
  expect(await ali.say(atAli, id, 'Keluaran baharu')).toMatchObject({ ok: true })
  expect(await siti.say(atSiti, id, 'Jawapan')).toMatchObject({ ok: true })
  const all = [...words[name], 'Keluaran baharu', 'Jawapan']
  expect(await siti.read(atSiti, id)).toEqual(all)
  expect(await ali.read(atAli, id)).toEqual(all)
  // Another device of hers, with nothing but the words of the phrase.
  const fresh = { store: memoryStore(), trust: memoryTrust() }
  expect(await siti.read(siti.group(id, { ...optionsFor(name, siti), ...fresh }), id)).toEqual(all)
})

test('people come and go, and a new key is made for who is left', async () => {
  const id = groups.custom
  const group = ali.group(id)
  await group.sync()
  // By the rules of then, whoever was left out and came back was in again.
  expect(readersNow(rosterOf(group)).map(({ card }) => card.userId)).toContain(users.raju.id)
  const noor = await person()
  await join(id, noor)
  await group.admit([noor.user.id])
  expect(await ali.say(group, id, 'Dengan Noor')).toMatchObject({ ok: true })
  await ali.call('DELETE', `/api/groups/${id}/members`, { userIds: [users.raju.id] })
  await group.remove([users.raju.id])
  expect(await ali.say(group, id, 'Tanpa Raju')).toMatchObject({ ok: true })
  expect(await holders(id)).toEqual([noor.user.id, ...idsOf(ali, siti)].toSorted((a, b) => a - b))
  expect(rosterOf(group).v).toBe(2)
  expect((await noor.read(noor.group(id), id)).slice(-2)).toEqual(['Dengan Noor', 'Tanpa Raju'])
  const mei = await comeBack(users.mei, people.mei.phrase, keptBy('mei'))
  await join(id, mei)
  await group.sync()
  expect(group.get().waiting.map(({ card }) => card.userId)).toEqual([users.mei.id])
})

test('what was plain in an older group is readable, and says that it was', async () => {
  const id = groups.older
  const group = ali.group(id)
  await group.sync()
  expect(rosterOf(group).plainUntil).toBe(1)
  const [sealed, plain] = await ali.call<[Message, Message]>('GET', `/api/messages/${id}?limit=2`)
  expect(await group.open(plain)).toEqual({ body: 'Sebelum penyulitan', isPlain: true })
  expect(await group.open(sealed)).toMatchObject({ body: 'Selepas penyulitan', signed: {} })
})

test('a group that people made is not taken for a club’s afterwards, though its beginning does not say', async () => {
  const id = groups.custom
  await ali.group(id).sync()
  const told = ali.group(id, { shape: 'club' })
  await told.sync()
  expect(told.get()).toMatchObject({ phase: 'broken', reason: 'wrong-shape' })
})

describe('what the device had verified', () => {
  const cut = {
    fetchRoster: async () => {
      const list = await ali.call<RosterAnswer>('GET', `/api/groups/${groups.custom}/roster`)
      return { ...list, entries: list.entries.slice(0, 2), last: 2 }
    },
    fetchEpochs: async () => {
      const keys = await ali.call<EpochsAnswer>('GET', `/api/groups/${groups.custom}/epochs`)
      return { epochs: keys.epochs.slice(0, 1), isStale: false, last: 1 }
    },
  }

  test('is asked of the server, also the second time, and is not forgotten', async () => {
    const id = groups.custom
    for (const _ of ['first', 'again']) {
      // With nothing else known, as if the device had died in between.
      const group = ali.group(id, { tamper: cut, trust: memoryTrust() })
      await group.sync()
      expect(group.get().phase).toBe('behind')
      expect(await ali.say(group, id, 'Tidak')).toMatchObject({ ok: false })
    }
    expect(await ali.read(ali.group(id), id)).toEqual(words.custom)
  })

  test('differs between two groups: one of the two is a lie', async () => {
    const kept = keptBy('ali')
    const other = await identityFrom(newSeed(), users.siti.id, 1)
    const spans = kept.get(groups.direct)?.roster?.spans ?? []
    for (const span of spans) if (span.card.userId === users.siti.id) span.card = other.card
    const device = await comeBack(users.ali, people.ali.phrase, kept)
    await device.trust.load()
    expect(device.trust.pinOf(users.siti.id)?.conflict).toBeDefined()
    const group = device.group(groups.custom)
    await group.sync()
    expect(group.get()).toMatchObject({ phase: 'broken', reason: 'person-swapped', swapped: [users.siti.id] })
    expect(await device.say(group, groups.custom, 'Tidak')).toMatchObject({ ok: false })
  })
})
