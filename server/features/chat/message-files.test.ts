// Files that go with messages: who may send which, who may have them, and what a server could do to a sealed one.
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { messages } from '#server/db/schema/chat.ts'
import { files } from '#server/db/schema/core.ts'
import { buildGroup, sent } from '#server/test/chat.ts'
import { setUpEncryption } from '#server/test/encrypted-groups.ts'
import type { Person, Refused } from '#server/test/encrypted-person.ts'
import { testPassword } from '#server/test/factories.ts'
import { until } from '#server/test/program.ts'
import type { Message } from '#shared/contracts/chat.ts'
import type { ReportRow } from '#shared/contracts/reports.ts'
import { type Bytes, concat, toBytes } from '#shared/e2ee/encoding.ts'
import type { AttachedFile } from '#shared/e2ee/extra.ts'
import { sealedFileMark } from '#shared/e2ee/sealed-file.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { sealWire } from '#web/features/chat/sealed-wire.ts'
import { openSealedFile, sealFile } from '#web/lib/e2ee/file.ts'

const { database, run, person, people, begin } = setUpEncryption()
const db = () => database.db

const pdf = toBytes('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const webm = Uint8Array.from(
  Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  ),
) as Bytes
const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#12807a' } })
      .withExif({ IFD0: { Copyright: 'rahsia' } })
      .jpeg()
      .toBuffer(),
  ) as Bytes

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: Refused) => `${error.status} ${error.code}`,
  )

async function plainGroup() {
  const [ali, siti, outsider] = await people(3)
  const groupId = await buildGroup(db(), [ali.user, siti.user])
  for (const one of [ali, siti]) await one.client.join(groupId)
  const send = (person: Person, file: unknown, more: object = {}) =>
    person.client.send({ groupId, content: 'Gambar', metadata: { file }, ...more })
  return { ali, siti, outsider, groupId, send }
}

describe('a file in a conversation', () => {
  test('is drawn anew, called what we call it, and there for those who may read the message', async () => {
    const { ali, siti, outsider, groupId, send } = await plainGroup()
    const stored = await ali.upload('chat_image', await picture())
    expect(await refusal(siti.download(stored.url))).toBe('404 not_found')
    const lie = { id: stored.id, kind: 'document', name: 'gaji.exe', type: 'text/html', size: 1 }
    const hints = { width: 900, height: 600, hasWords: true, seal: { key: 'x', hash: 'y' } }
    const message = sent(
      await send(ali, { ...lie, width: 900, height: 600, hasWords: true }, { clientId: 'satu' }),
    )
    const about = { id: stored.id, kind: 'image', name: 'fail.webp', type: 'image/webp', size: stored.size }
    expect(message.metadata).toEqual({ file: { ...about, width: 900, height: 600, hasWords: true } })
    await until(() => siti.client.messages.length === 1)
    expect(siti.client.messages[0]?.metadata).toEqual(message.metadata)
    const whole = await sharp(await siti.download(stored.url)).metadata()
    expect([whole.width, whole.exif]).toEqual([900, undefined])
    expect((await siti.download(`${stored.url}?size=thumbnail`)).length).toBeGreaterThan(0)
    expect(await refusal(outsider.download(stored.url))).toBe('404 not_found')
    // Said again because the answer was lost: the same message.
    expect(sent(await send(ali, { id: stored.id, ...hints }, { clientId: 'satu' })).id).toBe(message.id)
    // Whoever is out of the group is out of its files.
    await run(sql`delete from group_members where group_id = ${groupId} and user_id = ${siti.user.id}`)
    expect(await refusal(siti.download(stored.url))).toBe('404 not_found')
  })

  test('is gone with the message that is deleted, also from disk, and not served of one that is hidden', async () => {
    const { ali, siti, groupId, send } = await plainGroup()
    const [first, second] = [await ali.upload('chat_document', pdf), await ali.upload('chat_voice', webm)]
    for (const { id } of [first, second]) sent(await send(ali, { id }))
    expect(await siti.download(first.url)).toEqual(pdf)
    expect(second.contentType).toBe('audio/webm')
    await run(sql`update messages set hidden_for = 'spam' where group_id = ${groupId} and seq = 1`)
    expect(await refusal(siti.download(first.url))).toBe('404 not_found')
    const change = { seq: 2, op: 'delete', clientId: 'padam' }
    const deleted = await ali.call<Message>('POST', `/api/messages/${groupId}/changes`, change)
    expect(deleted).toMatchObject({ isDeleted: true, metadata: null })
    expect(await refusal(ali.download(second.url))).toBe('404 not_found')
    expect(await db().$count(files, eq(files.id, second.id))).toBe(0)
  })

  test('that is reported is there for whoever decides, also once it was deleted, until they have decided', async () => {
    const { ali, siti, outsider, groupId, send } = await plainGroup()
    const office = await person({ role: 'hq_admin' })
    const stored = await ali.upload('chat_image', await picture())
    const { id, seq } = sent(await send(ali, { id: stored.id, kind: 'image', name: 'x', type: 'y', size: 1 }))
    await siti.call('POST', '/api/reports', { messageId: id, reason: 'abuse' })
    const mine = async () =>
      (await office.call<ReportRow[]>('GET', '/api/reports')).find(({ group }) => group.id === groupId)
    const report = await mine()
    expect(report?.file).toMatchObject({ id: stored.id, kind: 'image', type: 'image/webp' })
    const url = `/api/reports/${report?.id}/file`
    // Not by the address that everybody in the group has, and not for others.
    expect(await refusal(office.download(stored.url))).toBe('404 not_found')
    for (const one of [ali, siti, outsider]) expect(await refusal(one.download(url))).toMatch(/^40[34]/)
    expect((await office.download(url)).length).toBeGreaterThan(100)
    await ali.call('POST', `/api/messages/${groupId}/changes`, { seq, op: 'delete', clientId: 'padam' })
    expect(await refusal(siti.download(stored.url))).toBe('404 not_found')
    expect((await office.download(url)).length).toBeGreaterThan(100)
    await office.call('POST', `/api/reports/${report?.id}/dismiss`)
    expect(await refusal(office.download(url))).toBe('404 not_found')
    expect(await db().$count(files, eq(files.id, stored.id))).toBe(0)
  })

  test('is one’s own upload, made for this, and goes with one message, however many ask for it at once', async () => {
    const { ali, siti, groupId, send } = await plainGroup()
    const [mine, other, sealed] = [
      await ali.upload('chat_document', pdf),
      await ali.upload('activity_document', pdf),
      await ali.upload('chat_sealed', concat(sealedFileMark, new Uint8Array(100))),
    ]
    const code = async (answer: ReturnType<typeof send>) => {
      const said = await answer
      return said.ok ? 'said' : said.code
    }
    expect(await code(send(siti, { id: mine.id }))).toBe('file_gone')
    for (const { id } of [other, sealed, { id: crypto.randomUUID() }]) {
      expect(await code(send(ali, { id }))).toBe('file_gone')
    }
    const answers = await Promise.all(Array.from({ length: 6 }, () => code(send(ali, { id: mine.id }))))
    expect(answers.filter(one => one === 'said')).toHaveLength(1)
    expect(answers.filter(one => one === 'file_gone')).toHaveLength(5)
    const rows = await db().select().from(messages).where(eq(messages.groupId, groupId))
    expect(rows.map(({ seq, fileId }) => [seq, fileId])).toEqual([[1, mine.id]])
    // Nonsense is what it always was: kept for whoever understands it, and no file.
    expect(sent(await send(ali, 'bukan fail')).metadata).toEqual({ file: 'bukan fail' })
  })

  test.each<[string, FileKind, Bytes]>([
    ['HTML as a picture', 'chat_image', toBytes('<!doctype html><script>alert(1)</script>')],
    [
      'SVG as a picture',
      'chat_image',
      toBytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    [
      'a picture that was cut',
      'chat_image',
      Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]) as Bytes,
    ],
    ['HTML as a document', 'chat_document', toBytes('<!doctype html><p>x')],
    [
      'a program as a document',
      'chat_document',
      Uint8Array.from(Buffer.from('7f454c4602010100', 'hex')) as Bytes,
    ],
    ['a document as a voice', 'chat_voice', pdf],
    ['HTML as something sealed', 'chat_sealed', toBytes('<!doctype html><script>alert(1)</script>')],
    ['a document as something sealed', 'chat_sealed', pdf],
    ['a mark and nothing behind it', 'chat_sealed', sealedFileMark],
  ])('%s is refused', async (_name, kind, content) => {
    const [ali] = await people(1)
    expect(await refusal(ali.upload(kind, content))).toBe('415 file_type_refused')
  })

  test('that is too large is refused, sealed or not', async () => {
    const [ali] = await people(1)
    const large = concat(sealedFileMark, new Uint8Array(20_200_000))
    expect(await refusal(ali.upload('chat_sealed', large))).toMatch(/^413 /)
    expect(await refusal(ali.upload('chat_voice', concat(webm, new Uint8Array(5_000_001))))).toMatch(/^413 /)
  })

  test('goes when its sender is erased; the message stays without it', async () => {
    const { ali, siti, groupId, send } = await plainGroup()
    const stored = await ali.upload('chat_document', pdf)
    sent(await send(ali, { id: stored.id }))
    await ali.call('POST', '/api/account/erase', { currentPassword: testPassword })
    const [row] = await siti.call<Message[]>('GET', `/api/messages/${groupId}`)
    expect(row).toMatchObject({ content: 'Gambar', metadata: {}, sender: { fullName: 'Bekas ahli' } })
    expect(await refusal(siti.download(stored.url))).toBe('404 not_found')
    expect(await db().$count(files, eq(files.uploadedBy, ali.user.id))).toBe(0)
  })
})

describe('in an encrypted group', () => {
  async function talk() {
    const [ali, siti] = await people(2)
    const { id, group } = await begin(ali, siti)
    const theirs = siti.group(id)
    await theirs.sync()
    const plain = await picture()
    const { sealed, seal } = await sealFile(id, plain)
    const stored = await ali.upload('chat_sealed', sealed)
    const file: AttachedFile = {
      id: stored.id,
      kind: 'image',
      name: 'Pantai Kuantan.jpg',
      type: 'image/jpeg',
      size: plain.length,
      preview: 'data:image/webp;base64,UklGRg==',
      seal,
    }
    const answer = await sealWire(ali.wire(id), group).send({ content: 'Di pantai', extra: { file } })
    const find = async () => {
      const [newest] = await sealWire(siti.wire(id), theirs).fetchMessages({ limit: 1 })
      return newest
    }
    return { id, ali, siti, plain, sealed, stored, file, answer, find }
  }

  test('name, type, preview and key are in the sealed message alone, and the reader gets what was sent', async () => {
    const { id, siti, plain, stored, file, answer, find } = await talk()
    expect(answer.ok).toBe(true)
    const shown = await find()
    expect(shown).toMatchObject({
      content: 'Di pantai',
      extra: { file },
      metadata: { file: { id: stored.id } },
    })
    const held = JSON.stringify([
      (await run(sql`select * from messages where group_id = ${id}`)).rows,
      (await run(sql`select * from files where id = ${stored.id}`)).rows,
    ])
    for (const secret of ['Kuantan', 'jpeg', 'UklGRg', file.seal?.key ?? '', file.seal?.hash ?? '']) {
      expect(held).not.toContain(secret)
    }
    expect(held).toContain('application/octet-stream')
    expect(await openSealedFile(id, file, await siti.download(stored.url))).toEqual(plain)
  })

  test('what was changed, cut, made longer, swapped or sealed for another group is refused by the reader', async () => {
    const { id, file, sealed } = await talk()
    const other = await sealFile(id, toBytes('lain'))
    const changed = sealed.slice()
    changed[changed.length - 100] = (changed.at(-100) ?? 0) ^ 1
    for (const bytes of [changed, sealed.slice(0, -1), concat(sealed, new Uint8Array(1)), other.sealed]) {
      await expect(openSealedFile(id, file, bytes)).rejects.toThrow()
    }
    await expect(openSealedFile(id + 1, file, sealed)).rejects.toThrow()
    // Also where somebody who knows the digest fits it to what they hand out: the key opens nothing else.
    const fitted = { key: file.seal?.key ?? '', hash: other.seal.hash }
    await expect(openSealedFile(id, { size: 4, seal: fitted }, other.sealed)).rejects.toThrow()
    await expect(openSealedFile(id, { ...file, size: file.size + 100_000 }, sealed)).rejects.toThrow()
  })

  test('nothing that is not sealed goes along', async () => {
    const { id, ali, sealed, file } = await talk()
    const open = await ali.upload('chat_document', pdf)
    const group = ali.group(id)
    await group.sync()
    const say = (fileId: string) =>
      sealWire(ali.wire(id), group).send({ content: 'x', extra: { file: { ...file, id: fileId } } })
    expect(await say(open.id)).toMatchObject({ ok: false, code: 'file_gone' })
    const again = await ali.upload('chat_sealed', sealed)
    expect((await say(again.id)).ok).toBe(true)
  })
})
