// Recovery after the server's database was restored from a backup.
// Clients have newer member-list entries, group keys and messages than the server and post them again.
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getGroupRoster, getUserIds, setUpEncryptedGroups } from '#server/test/chat/encrypted-groups.ts'
import { createInMemoryGroupStateStore, type Person } from '#server/test/chat/encrypted-person.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import { listMembersWhoMayReadNewMessages } from '#shared/e2ee/roster.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import { resendLostMessages } from '#web/features/chat/encryption/resend-lost-messages.ts'
import { findMissingReorderedOrOutdatedMessages } from '#web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.ts'

const { run, people, person, begin, join, holders } = setUpEncryptedGroups()
let [ali, siti] = [] as unknown as [Person, Person]
beforeEach(async () => {
  ;[ali, siti] = await people(2)
})

const tables = ['messages', 'epoch_boxes', 'group_epochs', 'group_roster'] as const

/** Saves the group's rows and returns a function that restores them, like restoring a database backup. */
async function backUpGroup(id: number) {
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

const findStoredMessages = async (id: number) => {
  const { rows } = await run(sql`select client_id, content from messages where group_id = ${id} order by seq`)
  return rows
}

test('after a database restore clients post lost member-list entries, group keys and messages again before they send new messages', async () => {
  const mei = await person()
  const raju = await person()
  const { id, group: atAli } = await begin(ali, siti, mei)
  await join(id, raju)
  const restoreBackup = await backUpGroup(id)
  await atAli.admitMembers([raju.user.id])
  await ali.sendText(atAli, id, 'Dengan Raju')
  const [atSiti, atRaju] = [siti.group(id), raju.group(id)]
  await siti.sendText(atSiti, id, 'Kata Siti')
  await raju.sendText(atRaju, id, 'Kata Raju')
  await atAli.removeMembers([mei.user.id])
  await atSiti.sync()
  await siti.sendText(atSiti, id, 'Tanpa Mei')
  for (const group of [atAli, atSiti, atRaju]) await group.sync()
  const decryptMessages = async (by: Person) => {
    const group = by.group(id, { store: createInMemoryGroupStateStore() })
    const decrypted = await Promise.all(
      (await by.call<Message[]>('GET', `/api/messages/${id}?limit=200`)).map(async message => {
        const opened = await group.reader.decrypt(message)
        return 'signed' in opened ? [message.senderId, opened.signed.count?.c, opened.body] : opened
      }),
    )
    return decrypted.map(opened => JSON.stringify(opened)).toSorted()
  }
  const before = await decryptMessages(ali)
  await restoreBackup()

  // The removed user Mei is a member again after the restore, so only a group manager may post her removal again.
  await atSiti.sync()
  expect(atSiti.get().phase).toBe('behind')
  expect(await siti.sendText(atSiti, id, 'Belum')).toMatchObject({ ok: false })
  await expect(atSiti.removeMembers([raju.user.id])).rejects.toThrow('behind')
  await atAli.sync()
  expect(atAli.get().phase).toBe('ready')
  for (const group of [atSiti, atRaju]) {
    await group.sync()
    expect(group.get().phase).toBe('ready')
    expect(listMembersWhoMayReadNewMessages(getGroupRoster(group)).map(({ card }) => card.userId)).toEqual(
      getUserIds(ali, siti, raju),
    )
  }

  expect(await findStoredMessages(id)).toHaveLength(1)
  expect(await resendLostMessages(atSiti, siti.wire(id))).toBe(true)
  expect(await resendLostMessages(atAli, ali.wire(id))).toBe(true)
  expect(await resendLostMessages(atRaju, raju.wire(id))).toBe(true)
  expect(await holders(id)).toEqual(getUserIds(ali, siti, raju))
  const texts = ['Pertama', 'Kata Siti', 'Tanpa Mei', 'Dengan Raju', 'Kata Raju']
  for (const [by, group] of [
    [ali, atAli],
    [siti, atSiti],
  ] as const)
    expect(await by.readTexts(group, id)).toEqual(texts)
  expect(await decryptMessages(ali)).toEqual(before)
  // Resending lost messages a second time sends nothing, so each message is stored once.
  expect(await resendLostMessages(atSiti, siti.wire(id))).toBe(false)
  expect(await findStoredMessages(id)).toHaveLength(5)
  expect(await siti.sendText(atSiti, id, 'Seterusnya')).toMatchObject({ ok: true })
  expect((await decryptMessages(siti)).join()).toContain(JSON.stringify([siti.user.id, 3, 'Seterusnya']))
})

test('messages lost by a database restore are resent with identical bytes even after other members have sent new messages', async () => {
  const { id, group: atAli } = await begin(ali, siti)
  const atSiti = siti.group(id)
  const restoreBackup = await backUpGroup(id)
  for (const text of ['Satu', 'Dua']) await ali.sendText(atAli, id, text)
  const before = await findStoredMessages(id)
  expect(await resendLostMessages(atAli, ali.wire(id))).toBe(false)
  await restoreBackup()
  for (const text of ['Lain', 'Lagi', 'Sudah']) await siti.sendText(atSiti, id, text)
  expect(await resendLostMessages(atAli, ali.wire(id))).toBe(true)
  expect((await findStoredMessages(id)).slice(4)).toEqual(before.slice(1))
  expect(await siti.readTexts(atSiti, id)).toEqual(['Pertama', 'Lain', 'Lagi', 'Sudah', 'Satu', 'Dua'])
  expect(await ali.readTexts(atAli, id)).toEqual(['Pertama', 'Lain', 'Lagi', 'Sudah', 'Satu', 'Dua'])
})

test('a deleted message is not resent after a database restore, and readers report no missing message', async () => {
  const { id, group: atAli } = await begin(ali, siti)
  const restoreBackup = await backUpGroup(id)
  for (const text of ['Satu', 'Terlepas', 'Tiga']) await ali.sendText(atAli, id, text)
  const wire = wrapTransportWithEncryption(ali.wire(id), atAli)
  const message = (await wire.fetchMessages({ limit: 50 })).find(({ content }) => content === 'Terlepas')
  if (!message) throw new Error('not said')
  await wire.change({ message, op: 'delete' })
  await restoreBackup()
  expect(await resendLostMessages(atAli, ali.wire(id))).toBe(true)
  await ali.sendText(atAli, id, 'Empat')
  const atSiti = siti.group(id)
  const shown = await wrapTransportWithEncryption(siti.wire(id), atSiti).fetchMessages({ limit: 50 })
  expect(shown.map(({ content }) => content).toReversed()).toEqual(['Pertama', 'Satu', 'Tiga', 'Empat'])
  const judged = findMissingReorderedOrOutdatedMessages(shown.toReversed(), {
    isFromStart: true,
    memory: atSiti.memory,
  })
  expect(judged.size).toBe(0)
})

test('an encrypted message whose acknowledgement was lost is recorded as sent once the sender reads it from the server', async () => {
  const { id, group } = await begin(ali, siti)
  const sealed = await group.encrypt('Tanpa jawapan', 'tanpa')
  await ali.wire(id).send({ clientId: 'tanpa', ...sealed })
  expect((await ali.counts.listSentAfter(id, 0)).map(({ clientId }) => clientId)).not.toContain('tanpa')
  await ali.readTexts(group, id)
  expect((await ali.counts.listSentAfter(id, 0)).at(-1)).toMatchObject({ clientId: 'tanpa', seq: 2 })
})

test('resending after a database restore also works for more messages than the rate limit allows per second', async () => {
  const { id, group } = await begin(ali, siti)
  const restoreBackup = await backUpGroup(id)
  const texts = Array.from({ length: 15 }, (_, index) => `Kata ${index}`)
  for (const text of texts) {
    while (!(await ali.sendText(group, id, text, text.replace(' ', '-'))).ok)
      await new Promise(done => setTimeout(done, 100))
  }
  await restoreBackup()
  expect(await resendLostMessages(group, ali.wire(id))).toBe(true)
  expect(await siti.readTexts(siti.group(id), id)).toEqual(['Pertama', ...texts])
})
