// A server that was put back to an earlier state, and clients that know what came after.
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { idsOf, rosterOf, setUpEncryption } from '#server/test/encrypted-groups.ts'
import { memoryStore, type Person } from '#server/test/encrypted-person.ts'
import type { Message } from '#shared/contracts/chat.ts'
import { readersNow } from '#shared/e2ee/roster.ts'
import { findFlaws } from '#web/features/chat/flaws.ts'
import { resend } from '#web/features/chat/resend.ts'
import { sealWire } from '#web/features/chat/sealed-wire.ts'

const { run, people, begin, join, holders } = setUpEncryption()
let [ali, siti, mei, raju] = [] as unknown as [Person, Person, Person, Person]
beforeEach(async () => {
  ;[ali, siti, mei, raju] = await people(4)
})

const tables = ['messages', 'epoch_boxes', 'group_epochs', 'group_roster'] as const

/** Returns how to put the group back to this moment. */
async function backUp(id: number) {
  const { rows: groups } = await run(sql`select last_seq from message_groups where id = ${id}`)
  const saved = new Map<string, string>()
  for (const table of tables) {
    const { rows } = await run(
      sql`select coalesce(jsonb_agg(t), '[]')::text as rows from ${sql.raw(table)} t where group_id = ${id}`,
    )
    saved.set(table, rows[0]?.rows as string)
  }
  return async () => {
    for (const table of tables) await run(sql`delete from ${sql.raw(table)} where group_id = ${id}`)
    for (const table of tables.toReversed()) {
      await run(sql`insert into ${sql.raw(table)}
        select * from jsonb_populate_recordset(null::${sql.raw(table)}, ${saved.get(table)}::jsonb)`)
    }
    await run(sql`update message_groups set last_seq = ${groups[0]?.last_seq} where id = ${id}`)
  }
}

const stored = async (id: number) => {
  const { rows } = await run(sql`select client_id, content from messages where group_id = ${id} order by seq`)
  return rows
}

test('entries, keys and words come back from those who were there, and until then nothing is sent', async () => {
  const { id, group: atAli } = await begin(ali, siti, mei)
  await join(id, raju)
  const putBack = await backUp(id)
  await atAli.admit([raju.user.id])
  await ali.say(atAli, id, 'Dengan Raju')
  const [atSiti, atRaju] = [siti.group(id), raju.group(id)]
  await siti.say(atSiti, id, 'Kata Siti')
  await raju.say(atRaju, id, 'Kata Raju')
  await atAli.remove([mei.user.id])
  await atSiti.sync()
  await siti.say(atSiti, id, 'Tanpa Mei')
  for (const group of [atAli, atSiti, atRaju]) await group.sync()
  const counted = async (by: Person) => {
    const group = by.group(id, { store: memoryStore() })
    const opened = await Promise.all(
      (await by.call<Message[]>('GET', `/api/messages/${id}?limit=200`)).map(async message => {
        const one = await group.open(message)
        return 'signed' in one ? [message.senderId, one.signed.count?.c, one.body] : one
      }),
    )
    return opened.map(one => JSON.stringify(one)).toSorted()
  }
  const before = await counted(ali)
  await putBack()

  // That Mei was signed out while she is in the group is for whoever runs it to bring back.
  await atSiti.sync()
  expect(atSiti.get().phase).toBe('behind')
  expect(await siti.say(atSiti, id, 'Belum')).toMatchObject({ ok: false })
  await expect(atSiti.remove([raju.user.id])).rejects.toThrow('behind')
  await atAli.sync()
  expect(atAli.get().phase).toBe('ready')
  for (const group of [atSiti, atRaju]) {
    await group.sync()
    expect(group.get().phase).toBe('ready')
    expect(readersNow(rosterOf(group)).map(({ card }) => card.userId)).toEqual(idsOf(ali, siti, raju))
  }

  expect(await stored(id)).toHaveLength(1)
  expect(await resend(atSiti, siti.wire(id))).toBe(true)
  expect(await resend(atAli, ali.wire(id))).toBe(true)
  expect(await resend(atRaju, raju.wire(id))).toBe(true)
  expect(await holders(id)).toEqual(idsOf(ali, siti, raju))
  const words = ['Pertama', 'Kata Siti', 'Tanpa Mei', 'Dengan Raju', 'Kata Raju']
  for (const [by, group] of [
    [ali, atAli],
    [siti, atSiti],
  ] as const)
    expect(await by.read(group, id)).toEqual(words)
  expect(await counted(ali)).toEqual(before)
  // Said once, however often it is looked at.
  expect(await resend(atSiti, siti.wire(id))).toBe(false)
  expect(await stored(id)).toHaveLength(5)
  expect(await siti.say(atSiti, id, 'Seterusnya')).toMatchObject({ ok: true })
  expect((await counted(siti)).join()).toContain(JSON.stringify([siti.user.id, 3, 'Seterusnya']))
})

test('where only words are lost, the same bytes are sent again, however far others have gone on', async () => {
  const { id, group: atAli } = await begin(ali, siti)
  const atSiti = siti.group(id)
  const putBack = await backUp(id)
  for (const words of ['Satu', 'Dua']) await ali.say(atAli, id, words)
  const before = await stored(id)
  expect(await resend(atAli, ali.wire(id))).toBe(false)
  await putBack()
  for (const words of ['Lain', 'Lagi', 'Sudah']) await siti.say(atSiti, id, words)
  expect(await resend(atAli, ali.wire(id))).toBe(true)
  expect((await stored(id)).slice(4)).toEqual(before.slice(1))
  expect(await siti.read(atSiti, id)).toEqual(['Pertama', 'Lain', 'Lagi', 'Sudah', 'Satu', 'Dua'])
  expect(await ali.read(atAli, id)).toEqual(['Pertama', 'Lain', 'Lagi', 'Sudah', 'Satu', 'Dua'])
})

test('what was deleted is not said again, and nobody misses it', async () => {
  const { id, group: atAli } = await begin(ali, siti)
  const putBack = await backUp(id)
  for (const words of ['Satu', 'Terlepas', 'Tiga']) await ali.say(atAli, id, words)
  const wire = sealWire(ali.wire(id), atAli)
  const message = (await wire.fetchMessages({ limit: 50 })).find(({ content }) => content === 'Terlepas')
  if (!message) throw new Error('not said')
  await wire.change({ message, op: 'delete' })
  await putBack()
  expect(await resend(atAli, ali.wire(id))).toBe(true)
  await ali.say(atAli, id, 'Empat')
  const seen = await sealWire(siti.wire(id), siti.group(id)).fetchMessages({ limit: 50 })
  expect(seen.map(({ content }) => content).toReversed()).toEqual(['Pertama', 'Satu', 'Tiga', 'Empat'])
  expect(findFlaws(seen.toReversed()).size).toBe(0)
})

test('a message that was stored, and never heard of again, keeps its number', async () => {
  const { id, group } = await begin(ali, siti)
  const sealed = await group.seal('Tanpa jawapan', 'tanpa')
  await ali.wire(id).send({ clientId: 'tanpa', ...sealed })
  expect((await ali.counts.sentAfter(id, 0)).map(({ clientId }) => clientId)).not.toContain('tanpa')
  await ali.read(group, id)
  expect((await ali.counts.sentAfter(id, 0)).at(-1)).toMatchObject({ clientId: 'tanpa', seq: 2 })
})

test('more than may be said in a second comes back as well', async () => {
  const { id, group } = await begin(ali, siti)
  const putBack = await backUp(id)
  const words = Array.from({ length: 15 }, (_, index) => `Kata ${index}`)
  for (const one of words) {
    while (!(await ali.say(group, id, one, one.replace(' ', '-'))).ok)
      await new Promise(done => setTimeout(done, 100))
  }
  await putBack()
  expect(await resend(group, ali.wire(id))).toBe(true)
  expect(await siti.read(siti.group(id), id)).toEqual(['Pertama', ...words])
})
