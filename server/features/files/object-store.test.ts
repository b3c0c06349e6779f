// Several machines, one store: what was uploaded here is fetched there, and nothing of it lies on a disk.
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
import { prepareDownload, sweepDownloads } from '#server/features/my-data/downloads.service.ts'
import { incomingFolder, keyOf, listStored, openStorage } from '#server/storage.ts'
import { type Caller, createTestApp, type TestApp, testSecret, testSettings } from '#server/test/app.ts'
import { type ObjectStore, startObjectStore } from '#server/test/s3.ts'
import { uploadAs } from '#server/test/upload.ts'
import { moveFiles } from './move-files.service.ts'
import { sweepFiles } from './sweep-files.service.ts'

let store: ObjectStore
let here: TestApp
let there: TestApp['app']

beforeAll(async () => {
  store = await startObjectStore()
  here = await createTestApp(store.env)
  there = await createApp({
    database: { url: here.database.url },
    settings: testSettings(store.env),
    secret: testSecret,
    log: pino({ level: 'silent' }),
  })
})
beforeEach(() => {
  store.isBroken = false
})
afterAll(async () => {
  await there.close()
  await here.app.close()
  await here.database.close()
  await store.close()
})

const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

const upload = ({ cookie }: Caller, kind: string, content: Buffer, name: string) =>
  uploadAs(here.app, cookie, `/api/files?kind=${kind}`, content, name)

const fetchThere = ({ cookie }: Caller, url: string) => there.inject({ url, headers: { cookie } })

describe('an upload', () => {
  test('is in the store, whole, and comes back from another machine to whoever may have it', async () => {
    const me = await here.asNew()
    const image = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#12807a' } })
      .png()
      .toBuffer()
    const [picture, document] = [
      (await upload(me, 'activity_image', image, 'a.png')).json(),
      (await upload(me, 'activity_document', pdf, 'b.pdf')).json(),
    ]
    expect([...store.objects.keys()].sort()).toEqual(
      [keyOf(picture.id), `${keyOf(picture.id)}.thumbnail`, keyOf(document.id)].sort(),
    )
    const answer = await fetchThere(me, document.url)
    expect(answer.rawPayload).toEqual(pdf)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-length': String(pdf.length),
    })
    expect((await sharp((await fetchThere(me, picture.url)).rawPayload).metadata()).width).toBe(900)
    expect((await fetchThere(await here.asNew(), document.url)).statusCode).toBe(404)
    expect(existsSync(join(here.app.settings.DATA_DIR, 'uploads'))).toBe(false)
    expect(readdirSync(incomingFolder(here.app.settings))).toEqual([])
  })

  test('while the store is away is refused as unavailable, and so is what lies there; nothing is half done', async () => {
    const me = await here.asNew()
    const { url } = (await upload(me, 'activity_document', pdf, 'b.pdf')).json()
    const rows = () => here.database.db.$count(files, eq(files.uploadedBy, me.user.id))
    store.isBroken = true
    expect((await upload(me, 'activity_document', pdf, 'c.pdf')).statusCode).toBe(503)
    expect((await me.call('GET', url)).statusCode).toBe(503)
    expect(await rows()).toBe(1)
    store.isBroken = false
    expect((await me.call('GET', url)).statusCode).toBe(200)
  })

  test('without a row is swept away once it is old, on whichever page of the list it stands', async () => {
    const me = await here.asNew()
    const kept = (await upload(me, 'activity_document', pdf, 'b.pdf')).json()
    const old = new Date(Date.now() - 2 * 3_600_000)
    const strays = Array.from({ length: 5 }, (_, n) => `0${n}000000-0000-4000-8000-000000000000`)
    for (const id of strays) store.objects.set(keyOf(id), { content: pdf, type: 'x', at: old })
    const young = '05000000-0000-4000-8000-000000000000'
    store.objects.set(keyOf(young), { content: pdf, type: 'x', at: new Date() })
    const { db, storage, settings } = here.app.context
    await sweepFiles(db, storage, incomingFolder(settings))
    for (const id of strays) expect(store.objects.has(keyOf(id))).toBe(false)
    for (const id of [kept.id, young]) expect(store.objects.has(keyOf(id))).toBe(true)
  })
})

test("a copy of one's data is made on one machine, fetched from another, and swept away", async () => {
  const me = await here.asNew()
  await upload(me, 'activity_document', pdf, 'surat.pdf')
  const { id } = (await me.call('POST', '/api/account/data')).json()
  await prepareDownload(here.app.context, id)
  const answer = await fetchThere(me, `/api/account/data/${id}`)
  expect(answer.statusCode).toBe(200)
  expect(Object.values(unzipSync(answer.rawPayload)).map(part => Buffer.from(part))).toContainEqual(pdf)
  expect((await fetchThere(await here.asNew(), `/api/account/data/${id}`)).statusCode).toBe(404)
  expect(store.objects.has(`downloads/${id}.zip`)).toBe(true)
  await here.database.db.delete(dataDownloads).where(eq(dataDownloads.id, id))
  await sweepDownloads(here.app.context)
  expect(store.objects.has(`downloads/${id}.zip`)).toBe(false)
})

test('whoever signs with another key gets nothing', async () => {
  const stranger = await openStorage(testSettings({ ...store.env, S3_SECRET: 'salah' }))
  store.objects.set('aa/rahsia', { content: pdf, type: 'x', at: new Date() })
  await expect(stranger.getBytes('aa/rahsia')).rejects.toThrow()
  await expect(stranger.put('aa/rahsia', 'x')).rejects.toThrow()
  expect(store.objects.get('aa/rahsia')?.content).toEqual(pdf)
})

test('what lies on disk is copied, broken off and begun again, and at last taken from there', async () => {
  const settings = testSettings(store.env)
  const folder = (name: string) => join(settings.DATA_DIR, 'uploads', name)
  const names = ['aa/satu', 'ab/dua', 'ab/tiga', 'ac/empat']
  for (const name of names) {
    mkdirSync(folder(name.slice(0, 2)), { recursive: true })
    writeFileSync(folder(name), `isi ${name}`)
  }
  const destination = await openStorage(settings)
  const giveUp = () => {
    throw new Error('broken off')
  }
  await expect(moveFiles(settings.DATA_DIR, destination, { onFile: giveUp })).rejects.toThrow('broken off')
  expect(await moveFiles(settings.DATA_DIR, destination)).toEqual({ copied: 3, found: 1 })
  // One that came half-way once counts as not there.
  store.objects.set('ab/dua', { content: Buffer.from('isi'), type: 'x', at: new Date() })
  expect(await moveFiles(settings.DATA_DIR, destination, { isLast: true })).toEqual({ copied: 1, found: 3 })
  for (const name of names) {
    expect(store.objects.get(name)?.content.toString()).toBe(`isi ${name}`)
    expect(existsSync(folder(name))).toBe(false)
  }
  const left: string[] = []
  for await (const { name } of listStored(destination, 'ab')) left.push(name)
  // What was uploaded before has a name by chance, which may lie there as well.
  expect(left).toEqual(expect.arrayContaining(['dua', 'tiga']))
  expect(left).not.toContain('satu')
})
