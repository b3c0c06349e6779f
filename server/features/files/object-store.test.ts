// Tests of uploads in an S3 object store that two server instances share.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { dataDownloads } from '#server/db/schema/accounts.ts'
import { files } from '#server/db/schema/core.ts'
import { deleteExpiredDataExports, runDataExportJob } from '#server/features/my-data/data-exports.service.ts'
import {
  buildFileStorageKey,
  createConfiguredFileStorage,
  getUnfinishedUploadsFolder,
  listStoredObjects,
} from '#server/storage.ts'
import { type ObjectStore, startFakeObjectStore } from '#server/test/fakes/object-store.ts'
import {
  buildTestSettings,
  type Caller,
  createTestApp,
  type TestApp,
  testSecret,
} from '#server/test/harness/app.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'
import { deleteOrphanedFiles } from './delete-orphaned-files.service.ts'
import { moveFilesToObjectStore } from './move-files-to-object-store.service.ts'

let store: ObjectStore
let firstServer: TestApp
let secondServer: TestApp['app']

beforeAll(async () => {
  store = await startFakeObjectStore()
  firstServer = await createTestApp(store.env)
  secondServer = await createApp({
    database: { url: firstServer.database.url },
    settings: buildTestSettings(store.env),
    secret: testSecret,
    log: pino({ level: 'silent' }),
  })
})
beforeEach(() => {
  store.isBroken = false
})
afterAll(async () => {
  await secondServer.close()
  await firstServer.app.close()
  await firstServer.database.close()
  await store.close()
})

const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

const uploadFile = ({ cookie }: Caller, kind: string, content: Buffer, name: string) =>
  uploadFileAsUser(firstServer.app, cookie, `/api/files?kind=${kind}`, content, name)

const fetchFromSecondServer = ({ cookie }: Caller, url: string) =>
  secondServer.inject({ url, headers: { cookie } })

describe('uploads in the object store', () => {
  test('an upload is stored in the object store and can be downloaded from another server instance', async () => {
    const me = await firstServer.asNew()
    const image = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#12807a' } })
      .png()
      .toBuffer()
    const [picture, document] = [
      (await uploadFile(me, 'activity_image', image, 'a.png')).json(),
      (await uploadFile(me, 'activity_document', pdf, 'b.pdf')).json(),
    ]
    expect([...store.objects.keys()].sort()).toEqual(
      [
        buildFileStorageKey(picture.id),
        `${buildFileStorageKey(picture.id)}.thumbnail`,
        buildFileStorageKey(document.id),
      ].sort(),
    )
    const answer = await fetchFromSecondServer(me, document.url)
    expect(answer.rawPayload).toEqual(pdf)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-length': String(pdf.length),
    })
    expect((await sharp((await fetchFromSecondServer(me, picture.url)).rawPayload).metadata()).width).toBe(
      900,
    )
    expect((await fetchFromSecondServer(await firstServer.asNew(), document.url)).statusCode).toBe(404)
    expect(existsSync(join(firstServer.app.settings.DATA_DIR, 'uploads'))).toBe(false)
    expect(readdirSync(getUnfinishedUploadsFolder(firstServer.app.settings))).toEqual([])
  })

  test('uploads and downloads return 503 while the object store is unavailable, and no row is inserted', async () => {
    const me = await firstServer.asNew()
    const { url } = (await uploadFile(me, 'activity_document', pdf, 'b.pdf')).json()
    const listFileRows = () => firstServer.database.db.$count(files, eq(files.uploadedBy, me.user.id))
    store.isBroken = true
    expect((await uploadFile(me, 'activity_document', pdf, 'c.pdf')).statusCode).toBe(503)
    expect((await me.call('GET', url)).statusCode).toBe(503)
    expect(await listFileRows()).toBe(1)
    store.isBroken = false
    expect((await me.call('GET', url)).statusCode).toBe(200)
  })

  test('the cleanup job deletes old objects without a database row on every page of the object listing', async () => {
    const me = await firstServer.asNew()
    const kept = (await uploadFile(me, 'activity_document', pdf, 'b.pdf')).json()
    const old = new Date(Date.now() - 2 * 3_600_000)
    const orphans = Array.from({ length: 5 }, (_, n) => `0${n}000000-0000-4000-8000-000000000000`)
    for (const id of orphans)
      store.objects.set(buildFileStorageKey(id), { content: pdf, type: 'x', modifiedAt: old })
    const recentOrphan = '05000000-0000-4000-8000-000000000000'
    store.objects.set(buildFileStorageKey(recentOrphan), { content: pdf, type: 'x', modifiedAt: new Date() })
    const { db, storage, settings } = firstServer.app.context
    await deleteOrphanedFiles(db, storage, getUnfinishedUploadsFolder(settings))
    for (const id of orphans) expect(store.objects.has(buildFileStorageKey(id))).toBe(false)
    for (const id of [kept.id, recentOrphan]) expect(store.objects.has(buildFileStorageKey(id))).toBe(true)
  })
})

test('a personal data export made on one server instance can be downloaded from another and is deleted later', async () => {
  const me = await firstServer.asNew()
  await uploadFile(me, 'activity_document', pdf, 'surat.pdf')
  const { id } = (await me.call('POST', '/api/account/data')).json()
  await runDataExportJob(firstServer.app.context, id)
  const answer = await fetchFromSecondServer(me, `/api/account/data/${id}`)
  expect(answer.statusCode).toBe(200)
  expect(Object.values(unzipSync(answer.rawPayload)).map(part => Buffer.from(part))).toContainEqual(pdf)
  expect((await fetchFromSecondServer(await firstServer.asNew(), `/api/account/data/${id}`)).statusCode).toBe(
    404,
  )
  expect(store.objects.has(`downloads/${id}.zip`)).toBe(true)
  await firstServer.database.db.delete(dataDownloads).where(eq(dataDownloads.id, id))
  await deleteExpiredDataExports(firstServer.app.context)
  expect(store.objects.has(`downloads/${id}.zip`)).toBe(false)
})

test('the object store refuses reads and writes that are signed with a wrong key', async () => {
  const stranger = await createConfiguredFileStorage(buildTestSettings({ ...store.env, S3_SECRET: 'salah' }))
  store.objects.set('aa/rahsia', { content: pdf, type: 'x', modifiedAt: new Date() })
  await expect(stranger.getBytes('aa/rahsia')).rejects.toThrow()
  await expect(stranger.put('aa/rahsia', 'x')).rejects.toThrow()
  expect(store.objects.get('aa/rahsia')?.content).toEqual(pdf)
})

test('moveFilesToObjectStore copies files, resumes after an interruption and finally deletes the originals', async () => {
  const settings = buildTestSettings(store.env)
  const buildUploadFolderPath = (name: string) => join(settings.DATA_DIR, 'uploads', name)
  const names = ['aa/satu', 'ab/dua', 'ab/tiga', 'ac/empat']
  for (const name of names) {
    mkdirSync(buildUploadFolderPath(name.slice(0, 2)), { recursive: true })
    writeFileSync(buildUploadFolderPath(name), `isi ${name}`)
  }
  const destination = await createConfiguredFileStorage(settings)
  const interruptMove = () => {
    throw new Error('broken off')
  }
  await expect(
    moveFilesToObjectStore(settings.DATA_DIR, destination, { onFile: interruptMove }),
  ).rejects.toThrow('broken off')
  expect(await moveFilesToObjectStore(settings.DATA_DIR, destination)).toEqual({ copied: 3, found: 1 })
  // An object in the store whose length differs from the file counts as missing and is copied again.
  store.objects.set('ab/dua', { content: Buffer.from('isi'), type: 'x', modifiedAt: new Date() })
  expect(await moveFilesToObjectStore(settings.DATA_DIR, destination, { isLast: true })).toEqual({
    copied: 1,
    found: 3,
  })
  for (const name of names) {
    expect(store.objects.get(name)?.content.toString()).toBe(`isi ${name}`)
    expect(existsSync(buildUploadFolderPath(name))).toBe(false)
  }
  const storedNames: string[] = []
  for await (const { name } of listStoredObjects(destination, 'ab')) storedNames.push(name)
  // The folder may also contain uploads of earlier tests, which have random names.
  expect(storedNames).toEqual(expect.arrayContaining(['dua', 'tiga']))
  expect(storedNames).not.toContain('satu')
})
