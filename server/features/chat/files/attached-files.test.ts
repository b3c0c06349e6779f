// Tests of files attached to messages: upload checks, download permissions and attacks on encrypted files.
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { messages } from '#server/db/schema/chat.ts'
import { files } from '#server/db/schema/core.ts'
import { createChatGroup, getSentMessageOrThrow } from '#server/test/chat/chat-client.ts'
import { setUpEncryptedGroups } from '#server/test/chat/encrypted-groups.ts'
import type { Person, RequestError } from '#server/test/chat/encrypted-person.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import { type Bytes, concatBytes, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { encryptedFilePrefix } from '#shared/e2ee/encrypted-file.ts'
import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import { decryptFile, encryptFile } from '#web/lib/e2ee/message/encrypted-file.ts'

const { database, run, person, people, begin } = setUpEncryptedGroups()
const getDatabase = () => database.db

const pdf = encodeUtf8('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const webm = Uint8Array.from(
  Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  ),
) as Bytes
const createPicture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#12807a' } })
      .withExif({ IFD0: { Copyright: 'rahsia' } })
      .jpeg()
      .toBuffer(),
  ) as Bytes

const readRefusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: RequestError) => `${error.status} ${error.code}`,
  )

async function setUpPlaintextGroup() {
  const [ali, siti, outsider] = await people(3)
  const groupId = await createChatGroup(getDatabase(), [ali.user, siti.user])
  for (const one of [ali, siti]) await one.client.join(groupId)
  const sendMessageWithFile = (person: Person, file: unknown, more: object = {}) =>
    person.client.send({ groupId, content: 'Gambar', metadata: { file }, ...more })
  return { ali, siti, outsider, groupId, send: sendMessageWithFile }
}

describe('files attached to messages', () => {
  test('an attached image is re-encoded, readable only by group members, and its name, type and size are set by the server', async () => {
    const { ali, siti, outsider, groupId, send } = await setUpPlaintextGroup()
    const stored = await ali.upload('chat_image', await createPicture())
    expect(await readRefusal(siti.download(stored.url))).toBe('404 not_found')
    const forgedMetadata = { id: stored.id, kind: 'document', name: 'gaji.exe', type: 'text/html', size: 1 }
    const hints = { width: 900, height: 600, hasWords: true, seal: { key: 'x', hash: 'y' } }
    const message = getSentMessageOrThrow(
      await send(ali, { ...forgedMetadata, width: 900, height: 600, hasWords: true }, { clientId: 'satu' }),
    )
    const expectedFile = {
      id: stored.id,
      kind: 'image',
      name: 'fail.webp',
      type: 'image/webp',
      size: stored.size,
    }
    expect(message.metadata).toEqual({ file: { ...expectedFile, width: 900, height: 600, hasWords: true } })
    await waitUntil(() => siti.client.messages.length === 1)
    expect(siti.client.messages[0]?.metadata).toEqual(message.metadata)
    const whole = await sharp(await siti.download(stored.url)).metadata()
    expect([whole.width, whole.exif]).toEqual([900, undefined])
    expect((await siti.download(`${stored.url}?size=thumbnail`)).length).toBeGreaterThan(0)
    expect(await readRefusal(outsider.download(stored.url))).toBe('404 not_found')
    // Sending a message again with the same client id returns the stored message.
    expect(getSentMessageOrThrow(await send(ali, { id: stored.id, ...hints }, { clientId: 'satu' })).id).toBe(
      message.id,
    )
    // A removed member cannot download files of the group any more.
    await run(sql`delete from group_members where group_id = ${groupId} and user_id = ${siti.user.id}`)
    expect(await readRefusal(siti.download(stored.url))).toBe('404 not_found')
  })

  test('an attached file is deleted with its message, and downloads return 404 while the message is hidden', async () => {
    const { ali, siti, groupId, send } = await setUpPlaintextGroup()
    const [first, second] = [await ali.upload('chat_document', pdf), await ali.upload('chat_voice', webm)]
    for (const { id } of [first, second]) getSentMessageOrThrow(await send(ali, { id }))
    expect(await siti.download(first.url)).toEqual(pdf)
    expect(second.contentType).toBe('audio/webm')
    await run(sql`update messages set hidden_for = 'spam' where group_id = ${groupId} and seq = 1`)
    expect(await readRefusal(siti.download(first.url))).toBe('404 not_found')
    const change = { seq: 2, op: 'delete', clientId: 'padam' }
    const deleted = await ali.call<Message>('POST', `/api/messages/${groupId}/changes`, change)
    expect(deleted).toMatchObject({ isDeleted: true, metadata: null })
    expect(await readRefusal(ali.download(second.url))).toBe('404 not_found')
    expect(await getDatabase().$count(files, eq(files.id, second.id))).toBe(0)
  })

  test('a reported file stays readable for moderators after its message was deleted, until the report is decided', async () => {
    const { ali, siti, outsider, groupId, send } = await setUpPlaintextGroup()
    const office = await person({ role: 'hq_admin' })
    const stored = await ali.upload('chat_image', await createPicture())
    const { id, seq } = getSentMessageOrThrow(
      await send(ali, { id: stored.id, kind: 'image', name: 'x', type: 'y', size: 1 }),
    )
    await siti.call('POST', '/api/reports', { messageId: id, reason: 'abuse' })
    const findReport = async () =>
      (await office.call<ReportRow[]>('GET', '/api/reports')).find(({ group }) => group.id === groupId)
    const report = await findReport()
    expect(report?.file).toMatchObject({ id: stored.id, kind: 'image', type: 'image/webp' })
    const url = `/api/reports/${report?.id}/file`
    // Moderators outside the group must use the file URL of the report, which refuses other users.
    expect(await readRefusal(office.download(stored.url))).toBe('404 not_found')
    for (const one of [ali, siti, outsider]) expect(await readRefusal(one.download(url))).toMatch(/^40[34]/)
    expect((await office.download(url)).length).toBeGreaterThan(100)
    await ali.call('POST', `/api/messages/${groupId}/changes`, { seq, op: 'delete', clientId: 'padam' })
    expect(await readRefusal(siti.download(stored.url))).toBe('404 not_found')
    expect((await office.download(url)).length).toBeGreaterThan(100)
    await office.call('POST', `/api/reports/${report?.id}/dismiss`)
    expect(await readRefusal(office.download(url))).toBe('404 not_found')
    expect(await getDatabase().$count(files, eq(files.id, stored.id))).toBe(0)
  })

  test('a file can be attached only by its uploader and to one message, even when six requests compete', async () => {
    const { ali, siti, groupId, send } = await setUpPlaintextGroup()
    const [ownUpload, other, sealed] = [
      await ali.upload('chat_document', pdf),
      await ali.upload('activity_document', pdf),
      await ali.upload('chat_sealed', concatBytes(encryptedFilePrefix, new Uint8Array(100))),
    ]
    const readErrorCode = async (answer: ReturnType<typeof send>) => {
      const acknowledgement = await answer
      return acknowledgement.ok ? 'said' : acknowledgement.code
    }
    expect(await readErrorCode(send(siti, { id: ownUpload.id }))).toBe('file_gone')
    for (const { id } of [other, sealed, { id: crypto.randomUUID() }]) {
      expect(await readErrorCode(send(ali, { id }))).toBe('file_gone')
    }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => readErrorCode(send(ali, { id: ownUpload.id }))),
    )
    expect(answers.filter(one => one === 'said')).toHaveLength(1)
    expect(answers.filter(one => one === 'file_gone')).toHaveLength(5)
    const rows = await getDatabase().select().from(messages).where(eq(messages.groupId, groupId))
    expect(rows.map(({ seq, fileId }) => [seq, fileId])).toEqual([[1, ownUpload.id]])
    // Message metadata without a valid file id is stored unchanged and attaches no file.
    expect(getSentMessageOrThrow(await send(ali, 'bukan fail')).metadata).toEqual({ file: 'bukan fail' })
  })

  test.each<[string, FileKind, Bytes]>([
    ['HTML as a picture', 'chat_image', encodeUtf8('<!doctype html><script>alert(1)</script>')],
    [
      'SVG as a picture',
      'chat_image',
      encodeUtf8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ['a truncated picture', 'chat_image', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]) as Bytes],
    ['HTML as a document', 'chat_document', encodeUtf8('<!doctype html><p>x')],
    [
      'an executable as a document',
      'chat_document',
      Uint8Array.from(Buffer.from('7f454c4602010100', 'hex')) as Bytes,
    ],
    ['a document as a voice message', 'chat_voice', pdf],
    ['HTML as an encrypted file', 'chat_sealed', encodeUtf8('<!doctype html><script>alert(1)</script>')],
    ['a document as an encrypted file', 'chat_sealed', pdf],
    ['an encrypted file without content', 'chat_sealed', encryptedFilePrefix],
  ])('uploading %s is refused with 415', async (_name, kind, content) => {
    const [ali] = await people(1)
    expect(await readRefusal(ali.upload(kind, content))).toBe('415 file_type_refused')
  })

  test('an upload above the size limit is refused with 413, encrypted or not', async () => {
    const [ali] = await people(1)
    const large = concatBytes(encryptedFilePrefix, new Uint8Array(20_200_000))
    expect(await readRefusal(ali.upload('chat_sealed', large))).toMatch(/^413 /)
    expect(await readRefusal(ali.upload('chat_voice', concatBytes(webm, new Uint8Array(5_000_001))))).toMatch(
      /^413 /,
    )
  })

  test('erasing an account deletes the attached files of the user and keeps the messages', async () => {
    const { ali, siti, groupId, send } = await setUpPlaintextGroup()
    const stored = await ali.upload('chat_document', pdf)
    getSentMessageOrThrow(await send(ali, { id: stored.id }))
    await ali.call('POST', '/api/account/erase', { currentPassword: testPassword })
    const [row] = await siti.call<Message[]>('GET', `/api/messages/${groupId}`)
    expect(row).toMatchObject({ content: 'Gambar', metadata: {}, sender: { fullName: 'Bekas ahli' } })
    expect(await readRefusal(siti.download(stored.url))).toBe('404 not_found')
    expect(await getDatabase().$count(files, eq(files.uploadedBy, ali.user.id))).toBe(0)
  })
})

describe('files in encrypted groups', () => {
  async function setUpEncryptedFile() {
    const [ali, siti] = await people(2)
    const { id, group } = await begin(ali, siti)
    const recipientGroup = siti.group(id)
    await recipientGroup.sync()
    const plain = await createPicture()
    const { sealed, seal } = await encryptFile(id, plain)
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
    const answer = await wrapTransportWithEncryption(ali.wire(id), group).send({
      content: 'Di pantai',
      extra: { file },
    })
    const fetchNewestMessage = async () => {
      const [newest] = await wrapTransportWithEncryption(siti.wire(id), recipientGroup).fetchMessages({
        limit: 1,
      })
      return newest
    }
    return { id, ali, siti, plain, sealed, stored, file, answer, fetchNewestMessage }
  }

  test('an encrypted file can be decrypted by the recipient, and the server stores neither its name, type, preview nor key', async () => {
    const { id, siti, plain, stored, file, answer, fetchNewestMessage } = await setUpEncryptedFile()
    expect(answer.ok).toBe(true)
    const shown = await fetchNewestMessage()
    expect(shown).toMatchObject({
      content: 'Di pantai',
      extra: { file },
      metadata: { file: { id: stored.id } },
    })
    const storedData = JSON.stringify([
      (await run(sql`select * from messages where group_id = ${id}`)).rows,
      (await run(sql`select * from files where id = ${stored.id}`)).rows,
    ])
    for (const secret of ['Kuantan', 'jpeg', 'UklGRg', file.seal?.key ?? '', file.seal?.hash ?? '']) {
      expect(storedData).not.toContain(secret)
    }
    expect(storedData).toContain('application/octet-stream')
    expect(await decryptFile(id, file, await siti.download(stored.url))).toEqual(plain)
  })

  test('the recipient rejects an encrypted file that was modified, truncated, extended, swapped or sent to another group', async () => {
    const { id, file, sealed } = await setUpEncryptedFile()
    const other = await encryptFile(id, encodeUtf8('lain'))
    const changed = sealed.slice()
    changed[changed.length - 100] = (changed.at(-100) ?? 0) ^ 1
    for (const bytes of [
      changed,
      sealed.slice(0, -1),
      concatBytes(sealed, new Uint8Array(1)),
      other.sealed,
    ]) {
      await expect(decryptFile(id, file, bytes)).rejects.toThrow()
    }
    await expect(decryptFile(id + 1, file, sealed)).rejects.toThrow()
    // A forged digest does not help an attacker, because the key decrypts no other file.
    const forgedSeal = { key: file.seal?.key ?? '', hash: other.seal.hash }
    await expect(decryptFile(id, { size: 4, seal: forgedSeal }, other.sealed)).rejects.toThrow()
    await expect(decryptFile(id, { ...file, size: file.size + 100_000 }, sealed)).rejects.toThrow()
  })

  test('an encrypted group refuses an unencrypted attachment', async () => {
    const { id, ali, sealed, file } = await setUpEncryptedFile()
    const open = await ali.upload('chat_document', pdf)
    const group = ali.group(id)
    await group.sync()
    const sendWithFile = (fileId: string) =>
      wrapTransportWithEncryption(ali.wire(id), group).send({
        content: 'x',
        extra: { file: { ...file, id: fileId } },
      })
    expect(await sendWithFile(open.id)).toMatchObject({ ok: false, code: 'file_gone' })
    const again = await ali.upload('chat_sealed', sealed)
    expect((await sendWithFile(again.id)).ok).toBe(true)
  })
})
