// Guarantee 18 of docs/guarantees.md: uploads are limited in size and number, and typed by their content.
// Uploaded files are served safely, and only to users who may read them.
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { files } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { runDataExportJob } from '#server/features/my-data/data-exports.service.ts'
import {
  buildFileStorageKey,
  buildThumbnailKey,
  deleteStoredFile,
  getUnfinishedUploadsFolder,
} from '#server/storage.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { sendMultipartForm } from '#server/test/harness/upload.ts'
import { deleteOrphanedFiles } from './delete-orphaned-files.service.ts'

const target = setUpApp()

const createPhotograph = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#12807a' } })
const createPng = () => createPhotograph().png().toBuffer()
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

interface Part {
  content: Buffer | string
  name?: string
  type?: string
}

function uploadFile(caller: Caller, kind: string, ...parts: Part[]) {
  const form = new FormData()
  for (const { content, name = 'gambar.png', type = 'image/png' } of parts) {
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name)
  }
  return sendMultipartForm(target.app, caller.cookie, `/api/files?kind=${kind}`, form)
}

const readStatusAndCode = (response: { statusCode: number; json(): { code: string } }) => [
  response.statusCode,
  response.json().code,
]
const listStoredFiles = () =>
  (readdirSync(join(target.app.settings.DATA_DIR, 'uploads'), { recursive: true }) as string[]).filter(name =>
    name.includes('/'),
  )
const listIncomingFiles = () => readdirSync(getUnfinishedUploadsFolder(target.app.settings))

describe('image uploads', () => {
  test('an uploaded image is re-encoded upright and smaller, with a thumbnail and without camera metadata', async () => {
    const me = await target.asNew()
    const photo = await createPhotograph(4000, 1000)
      .withExif({ IFD0: { Copyright: 'rahsia' }, IFD3: { GPSLatitude: '3/1 8/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const response = await uploadFile(me, 'activity_image', { content: photo, name: 'Pantai.JPG' })
    expect(response.statusCode).toBe(201)
    const file = response.json()
    expect(file).toMatchObject({ kind: 'activity_image', name: 'Pantai.webp', contentType: 'image/webp' })
    const whole = await me.call('GET', file.url)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(file.size),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const meta = await sharp(whole.rawPayload).metadata()
    expect([meta.width, meta.height, meta.exif]).toEqual([400, 1600, undefined])
    const thumbnail = await me.call('GET', `${file.url}?size=thumbnail`)
    expect((await sharp(thumbnail.rawPayload).metadata()).height).toBe(480)
    expect(listIncomingFiles()).toEqual([])
  })

  test('a truncated image or a file that only starts like an image is refused with 415', async () => {
    const me = await target.asNew()
    const whole = await createPng()
    for (const content of [
      whole.subarray(0, 200),
      'GIF89a<script>alert(1)</script>',
      Buffer.concat([whole.subarray(0, 33), Buffer.alloc(5000, 65)]),
    ]) {
      expect(readStatusAndCode(await uploadFile(me, 'activity_image', { content }))).toEqual([
        415,
        'file_type_refused',
      ])
    }
  })

  test('an image with too many pixels is refused with 413 before it is decoded', async () => {
    const me = await target.asNew()
    const bomb = await createPhotograph(7100, 7100).png().toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(readStatusAndCode(await uploadFile(me, 'activity_image', { content: bomb }))).toEqual([
      413,
      'file_too_large',
    ])
  })
})

describe('file uploads', () => {
  test.each([
    [
      'SVG',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'image/svg+xml',
    ],
    ['bare SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/png'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['plain text', 'hanya teks', 'application/pdf'],
    ['an empty file', '', 'image/png'],
    ['an executable', Buffer.from('7f454c4602010100', 'hex'), 'image/jpeg'],
    ['a ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'application/pdf'],
  ])('an upload of %s is refused with 415 regardless of its declared type', async (_name, content, type) => {
    const me = await target.asNew()
    for (const kind of ['profile_image', 'activity_image', 'activity_document']) {
      const response = await uploadFile(me, kind, { content, type, name: 'gambar.png' })
      expect(readStatusAndCode(response)).toEqual([415, 'file_type_refused'])
    }
  })

  test('an image that is uploaded as a document is refused, and so is a document uploaded as an image', async () => {
    const me = await target.asNew()
    expect((await uploadFile(me, 'activity_document', { content: await createPng() })).statusCode).toBe(415)
    expect((await uploadFile(me, 'profile_image', { content: pdf })).statusCode).toBe(415)
  })

  test('an uploaded document is downloaded unchanged as an attachment with a safe file name', async () => {
    const me = await target.asNew()
    const name = '../../etc/Minit "Mesyuarat"\u202E ke-2; 会議.pdf'
    const file = (await uploadFile(me, 'activity_document', { content: pdf, name, type: 'text/html' })).json()
    expect(file.name).not.toMatch(/[/\u202E]/)
    const response = await me.call('GET', file.url)
    expect(response.rawPayload).toEqual(pdf)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="[^"\\;]+"; filename\*=UTF-8''/,
    )
    expect((await me.call('GET', `${file.url}?size=thumbnail`)).statusCode).toBe(404)
  })

  test.each([
    ['jemputan.html', 'jemputan.pdf'],
    ['jemputan.exe', 'jemputan.pdf'],
    ['jemputan.pdf.html', 'jemputan.pdf'],
    ['Jemputan.PDF', 'Jemputan.PDF'],
    ['jemputan.html. ', 'jemputan.pdf'],
    ['jemputan', 'jemputan.pdf'],
    ['Minit v1.2', 'Minit v1.2.pdf'],
    ['Dr. Siti', 'Dr. Siti.pdf'],
    ['.html', 'file.pdf'],
    ['.pdf', 'file.pdf'],
    ['minit.docx', 'minit.pdf'],
  ])('a PDF uploaded as %s is stored and served as %s', async (name, expectedName) => {
    const me = await target.asNew()
    const file = (await uploadFile(me, 'activity_document', { content: pdf, name })).json()
    expect(file.name).toBe(expectedName)
    const response = await me.call('GET', file.url)
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${expectedName}"`)
  })

  test('a file stored with a wrong file name extension is served, listed and exported with the correct extension', async () => {
    const { db } = target.database
    const me = await target.asNew({ role: 'system_admin' })
    const file = (await uploadFile(me, 'activity_document', { content: pdf, name: 'jemputan.pdf' })).json()
    await db.update(files).set({ name: 'jemputan.exe' }).where(eq(files.id, file.id))
    const made = await me.call('POST', '/api/activities', { title: 'Jamuan', documents: [file.id] })
    expect(made.statusCode).toBe(201)
    const response = await me.call('GET', file.url)
    expect(response.headers['content-disposition']).toContain('filename="jemputan.pdf"')
    const [listed] = (await me.call('GET', '/api/activities?search=Jamuan')).json()
    expect(listed.documents).toMatchObject([{ name: 'jemputan.pdf' }])
    const { id } = (await me.call('POST', '/api/account/data')).json()
    await runDataExportJob(target.app.context, id)
    const copy = unzipSync(new Uint8Array((await me.call('GET', `/api/account/data/${id}`)).rawPayload))
    expect(Object.keys(copy)).toContain(`fail/${file.id.slice(0, 8)}-jemputan.pdf`)
  })

  test('an upload above the size limit is refused with 413 and leaves no file behind', async () => {
    const me = await target.asNew()
    const before = listStoredFiles().length
    const content = Buffer.concat([await createPng(), Buffer.alloc(10_000_001)])
    expect(readStatusAndCode(await uploadFile(me, 'activity_image', { content }))).toEqual([413, 'too_large'])
    expect(listStoredFiles()).toHaveLength(before)
    expect(listIncomingFiles()).toEqual([])
  })

  test('an upload request with two files, no file, another body type or an unknown kind is refused', async () => {
    const me = await target.asNew()
    const content = await createPng()
    expect((await uploadFile(me, 'activity_image', { content }, { content })).statusCode).toBe(413)
    expect((await uploadFile(me, 'activity_image')).statusCode).toBe(400)
    expect((await me.call('POST', '/api/files?kind=activity_image', { file: 'x' })).statusCode).toBe(415)
    expect((await uploadFile(me, 'passport', { content })).statusCode).toBe(400)
    expect(listStoredFiles().some(name => name.includes(me.user.username))).toBe(false)
  })

  test('a malformed multipart request is refused with 400', async () => {
    const me = await target.asNew()
    for (const [type, payload] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', 'garbage'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      ],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Type: text/plain\r\n\r\nabc\r\n'.repeat(5)],
    ]) {
      const response = await target.app.inject({
        method: 'POST',
        url: '/api/files?kind=activity_image',
        headers: { 'content-type': type, origin: 'http://perantau.test', cookie: me.cookie },
        payload,
      })
      expect([payload, response.statusCode]).toEqual([payload, 400])
    }
    expect(listIncomingFiles()).toEqual([])
  })

  test.each(['x.'.padEnd(400, 'y'), '.', 'a\\b'])(
    'an upload with the file name %j gets a valid name',
    async name => {
      const me = await target.asNew()
      const response = await uploadFile(me, 'activity_image', { content: await createPng(), name })
      expect(response.statusCode).toBe(201)
      expect(response.json().name).toMatch(/^.{1,120}\.webp$/)
    },
  )

  test('a user can have at most thirty unattached uploads, also with concurrent requests', async () => {
    const me = await target.asNew()
    const answers = await Promise.all(
      Array.from({ length: 34 }, () => uploadFile(me, 'activity_document', { content: pdf })),
    )
    const outcomes = answers.map(answer => readStatusAndCode(answer).join(' ').trim()).sort()
    expect(outcomes).toEqual([...Array(30).fill('201'), ...Array(4).fill('413 too_many_files')])
  })

  test('an upload returns 503 and inserts no row when the disk cannot be written', async () => {
    const me = await target.asNew()
    const { DATA_DIR } = target.app.settings
    const folder = join(DATA_DIR, 'incoming')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'not a folder')
    const response = await uploadFile(me, 'activity_document', { content: pdf })
    rmSync(folder)
    await mkdir(folder)
    expect(readStatusAndCode(response)).toEqual([503, 'unavailable'])
    const rows = await target.database.db.select().from(files).where(eq(files.uploadedBy, me.user.id))
    expect(rows).toEqual([])
  })
})

describe('access to files', () => {
  test('an upload is readable only by its uploader until it is attached', async () => {
    const [me, other] = [await target.asNew(), await target.asNew()]
    const admin = await target.asNew({ role: 'system_admin' })
    const pendingUser = await target.asNew({ status: 'pending' })
    const file = (await uploadFile(me, 'profile_image', { content: await createPng() })).json()
    const readFileStatus = async (caller: Caller) => (await caller.call('GET', file.url)).statusCode
    expect([await readFileStatus(me), await readFileStatus(other), await readFileStatus(admin)]).toEqual([
      200, 404, 404,
    ])
    expect((await me.call('PUT', '/api/profile', { profileImageId: file.id })).statusCode).toBe(204)
    expect([await readFileStatus(other), await readFileStatus(pendingUser)]).toEqual([200, 403])
    expect((await me.call('GET', '/api/auth/me')).json().profileImageUrl).toBe(file.url)
    expect((await pendingUser.call('POST', '/api/files?kind=profile_image')).statusCode).toBe(403)
  })

  test('a profile image must be an unattached upload of the same user and of the kind for profile images', async () => {
    const [me, other] = [await target.asNew(), await target.asNew()]
    const ownImage = (await uploadFile(me, 'profile_image', { content: await createPng() })).json()
    const wrongKind = (await uploadFile(me, 'activity_image', { content: await createPng() })).json()
    const setProfileImage = async (caller: Caller, profileImageId: unknown) =>
      (await caller.call('PUT', '/api/profile', { profileImageId })).statusCode
    expect(await setProfileImage(other, ownImage.id)).toBe(400)
    expect(await setProfileImage(me, wrongKind.id)).toBe(400)
    expect(await setProfileImage(me, 'nonsense')).toBe(400)
    expect(await setProfileImage(me, ownImage.id)).toBe(204)
    expect(await setProfileImage(me, ownImage.id)).toBe(204)
    expect(await setProfileImage(other, ownImage.id)).toBe(400)
  })

  test('a new profile image replaces the old one, deletes its content and is recorded in the audit log', async () => {
    const me = await target.asNew()
    const [first, second] = [
      (await uploadFile(me, 'profile_image', { content: await createPng() })).json(),
      (await uploadFile(me, 'profile_image', { content: await createPng() })).json(),
    ]
    for (const { id } of [first, second]) await me.call('PUT', '/api/profile', { profileImageId: id })
    await deleteStoredFile(target.app.context.storage, second.id)
    expect((await me.call('GET', second.url)).statusCode).toBe(404)
    expect((await me.call('GET', first.url)).statusCode).toBe(404)
    expect(await target.app.context.storage.exists(buildFileStorageKey(first.id))).toBe(false)
    expect(await target.app.context.storage.exists(buildThumbnailKey(first.id))).toBe(false)
    await me.call('PUT', '/api/profile', { profileImageId: null })
    expect((await me.call('GET', '/api/auth/me')).json().profileImageUrl).toBeNull()
    expect(await target.app.context.storage.exists(buildFileStorageKey(second.id))).toBe(false)
    const auditRows = await target.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actorId, me.user.id))
    expect(auditRows.map(({ kind, details }) => [kind, details])).toEqual(
      Array(3).fill(['profile.updated', { fields: 'profileImageId' }]),
    )
  })
})

describe('deleteOrphanedFiles', () => {
  const runFileCleanup = () =>
    deleteOrphanedFiles(
      target.database.db,
      target.app.context.storage,
      getUnfinishedUploadsFolder(target.app.settings),
    )
  const makeFileOld = (path: string) => utimesSync(path, new Date(0), new Date(0))
  const getPathOfFile = (key: string) => join(target.app.settings.DATA_DIR, 'uploads', key)

  test('the cleanup job deletes old unattached uploads and stored files without a database row, and nothing else', async () => {
    const me = await target.asNew()
    const [kept, fresh, old, lost] = await Promise.all(
      Array.from({ length: 4 }, async () =>
        (await uploadFile(me, 'profile_image', { content: await createPng() })).json(),
      ),
    )
    await me.call('PUT', '/api/profile', { profileImageId: kept.id })
    const { db } = target.database
    await db.execute(
      sql`update files set created_at = now() - interval '2 days' where id in (${kept.id}, ${old.id})`,
    )
    await db.delete(files).where(eq(files.id, lost.id))
    const youngWithoutRow = '00000000-0000-4000-8000-000000000000'
    await target.app.context.storage.put(buildFileStorageKey(youngWithoutRow), 'x')
    for (const { id } of [kept, fresh, old, lost]) makeFileOld(getPathOfFile(buildFileStorageKey(id)))
    writeFileSync(getPathOfFile(`${kept.id.slice(0, 2)}/.DS_Store`), 'x')
    makeFileOld(getPathOfFile(`${kept.id.slice(0, 2)}/.DS_Store`))
    const abortedUpload = join(getUnfinishedUploadsFolder(target.app.settings), 'half')
    writeFileSync(abortedUpload, 'x')
    makeFileOld(abortedUpload)
    await runFileCleanup()
    const doesFileExist = (id: string) => target.app.context.storage.exists(buildFileStorageKey(id))
    expect(
      await Promise.all([kept.id, fresh.id, youngWithoutRow, old.id, lost.id].map(doesFileExist)),
    ).toEqual([true, true, true, false, false])
    expect(listIncomingFiles()).toEqual([])
    await runFileCleanup()
    await deleteStoredFile(target.app.context.storage, youngWithoutRow)
  })
})
