// Fault test: two server instances import two files concurrently, and one instance is killed half-way.
// The long file has ROWS lines (at most 50,000) of every kind.
// No user may be missing or duplicated, and the materialized counters must be exact.
// Importing the same file again must change nothing, and undoing the import must restore the previous state.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import { findFreePort } from '#server/test/harness/app.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import {
  buildServerEnvironment,
  type ProgramProcess,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'
import type { ImportDetail } from '#shared/contracts/imports/imports.schemas.ts'

const database = setUpDatabase()
const rows = Number(process.env.ROWS ?? 20_000)
const shareOfRows = (share: number) => Math.round(rows * share)
const expectedCounts = {
  new: rows - 2 * shareOfRows(0.1) - 2 * shareOfRows(0.05),
  change: shareOfRows(0.1),
  unchanged: shareOfRows(0.1),
  duplicate: shareOfRows(0.05),
  error: shareOfRows(0.05),
}

const header = 'Nama Penuh;E-mel;Tel;Jurusan;Thn Mula'
const buildEmails = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@contoh.my`)
const buildNewLines = (name: string, count: number) =>
  buildEmails(name, count).map((email, n) => `${name} Orang ${n};${email};;Fizik;2023`)

/** Builds the long CSV file, in which new, changed, unchanged, duplicate and invalid lines alternate. */
function buildMixedFile(): string {
  const kinds = [
    buildNewLines('baharu', expectedCounts.new),
    buildEmails('lama', expectedCounts.change).map((email, n) => `Lama ${n};${email};;Kimia;`),
    buildEmails('lama', expectedCounts.change + expectedCounts.unchanged)
      .slice(expectedCounts.change)
      .map((email, n) => `Lama ${expectedCounts.change + n};${email};;Fizik;`),
    Array.from(
      { length: expectedCounts.duplicate },
      (_, n) => `Kembar ${n};kembar${n}@contoh.my;${buildPhone(n)};;`,
    ),
    Array.from({ length: expectedCounts.error }, (_, n) =>
      n % 2 ? `Tanpa ${n};;;;` : `Salah ${n};salah${n}@;;;`,
    ),
  ]
  const lines = Array.from({ length: rows }, (_, n) => kinds.flatMap(kind => kind[n] ?? []))
  return [header, ...lines.flat()].join('\r\n')
}
const buildPhone = (n: number) => `+4915${String(10_000_000 + n)}`

test(`two concurrent imports, one of ${rows} lines, create each user once although a server instance is killed`, async () => {
  const { db } = database
  const [club, other] = [
    await buildClub(db, { country: 'Germany' }),
    await buildClub(db, { country: 'Japan' }),
  ]
  await db.execute(sql`
    insert into users (username, email, full_name, status, course, phone, current_country, club_id)
      select 'lama' || n, 'lama' || n || '@contoh.my', 'Lama ' || n, 'active', 'Fizik',
             '+4915' || (10000000 + n), 'Germany', ${club.id}::int
        from generate_series(0, ${expectedCounts.change + expectedCounts.unchanged - 1}::int) n`)
  const admin = await buildUser(db, { role: 'hq_admin' })
  const cookie = await createSessionCookie(db, admin.id)
  const countPeople = async () => Number((await db.execute(sql`select count(*) as n from users`)).rows[0]?.n)
  const before = await countPeople()

  // Both server instances share one public URL.
  const env = { ...(await buildServerEnvironment(database)), PUBLIC_URL: 'http://perantau.test' }
  const ports = [Number(env.PORT), await findFreePort()] as const
  const start = (port: number) => startServerProcess({ ...env, PORT: String(port) })
  const instances: ProgramProcess[] = [await start(ports[0]), await start(ports[1])]
  const sendRequest = async (
    port: number,
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<ImportDetail> => {
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${port}/api/imports${path}`, {
      method,
      headers: {
        cookie,
        origin: env.PUBLIC_URL,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: isForm ? body : JSON.stringify(body ?? {}) }),
    })
    // Read requests to which the busy server responds with 503 are retried.
    if (method === 'GET' && response.status === 503) {
      await sleep(500)
      return sendRequest(port, method, path)
    }
    expect([response.status, await response.clone().text()]).toEqual([
      method === 'POST' && isForm ? 201 : 200,
      expect.any(String),
    ])
    return (await response.json()) as ImportDetail
  }
  const upload = (port: number, content: string, clubId: number) => {
    const form = new FormData()
    form.append('file', new Blob([content]), 'ahli.csv')
    return sendRequest(port, 'POST', `?clubId=${clubId}`, form)
  }
  /** Reads the import through the server instance that is not killed. */
  const readImport = (id: number) => sendRequest(ports[1], 'GET', `/${id}`)
  const waitForStatus = (id: number, status: ImportDetail['status']) =>
    waitUntil(async () => (await readImport(id)).status === status, {
      seconds: 600,
      say: () => instances.at(-1)?.output() ?? '',
    })
  const confirm = async (id: number) => {
    const { toWrite, version } = await readImport(id)
    return sendRequest(ports[0], 'POST', `/${id}/confirm`, { isDecision: true, toWrite, version })
  }
  const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = Date.now()
    const result = await work()
    console.info(`${name}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
    return result
  }

  const [long, short] = await Promise.all([
    upload(ports[0], buildMixedFile(), club.id),
    upload(ports[1], [header, ...buildNewLines('kedua', 5000)].join('\r\n'), other.id),
  ])
  await measure('looked through', () =>
    Promise.all([waitForStatus(long.id, 'ready'), waitForStatus(short.id, 'ready')]),
  )
  expect((await readImport(long.id)).counts).toEqual(expectedCounts)
  expect(await countPeople()).toBe(before)

  await measure('written, with a kill on the way', async () => {
    await Promise.all([confirm(long.id), confirm(short.id)])
    await waitUntil(async () => (await readImport(long.id)).done > rows * 0.3, { seconds: 300 })
    instances[0]?.child.kill('SIGKILL')
    await instances[0]?.ended
    expect((await readImport(long.id)).status).toBe('applying')
    instances[0] = await start(ports[0])
    await Promise.all([waitForStatus(long.id, 'done'), waitForStatus(short.id, 'done')])
  })
  expect((await readImport(long.id)).outcomes).toMatchObject({
    created: expectedCounts.new,
    changed: expectedCounts.change,
  })
  expect(await countPeople()).toBe(before + expectedCounts.new + 5000)
  const { rows: numbered } = await db.execute<{ email: string }>(sql`
    select email from users where email like 'baharu%' or email like 'kedua%'
     order by current_country, length(membership_number), membership_number`)
  expect(numbered.map(({ email }) => email)).toEqual([
    ...buildEmails('baharu', expectedCounts.new),
    ...buildEmails('kedua', 5000),
  ])
  expect(await findIncorrectMaterializedCounters(db)).toEqual([])

  const again = await upload(ports[0], buildMixedFile(), club.id)
  await measure('looked through again', () => waitForStatus(again.id, 'ready'))
  const { counts, toWrite } = await readImport(again.id)
  expect([counts.new, counts.change, toWrite]).toEqual([0, 0, 0])

  await measure('taken back', async () => {
    await sendRequest(ports[1], 'POST', `/${long.id}/undo`)
    await waitForStatus(long.id, 'undone')
  })
  expect(await countPeople()).toBe(before + 5000)
  expect((await db.execute(sql`select from users where course = 'Kimia'`)).rows).toEqual([])
  expect(await findIncorrectMaterializedCounters(db)).toEqual([])
  for (const { child, ended } of instances) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
}, 1_800_000)
