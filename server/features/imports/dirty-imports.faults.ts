// Fault test: member lists of ROWS lines (default 20,000) in five formats with twenty kinds of defective rows.
// Each list must be read as expected. The server is killed while an import is applied and while it is undone.
// The printed tables show what was corrected and refused, and how long each step took.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { importRows } from '#server/db/schema/imports.ts'
import { groupBy } from '#server/lists.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import {
  buildMemberRowsWithDefects,
  type DirtName,
  dirts,
  formats,
} from '#server/test/imports/member-lists-with-defects.ts'
import {
  buildServerEnvironment,
  startServerProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'
import {
  getProblemId,
  type ImportDetail,
  type ImportRowCells,
} from '#shared/contracts/imports/imports.schemas.ts'

const database = setUpDatabase()
const rowCount = Number(process.env.ROWS ?? 20_000)

test(`five defective lists of ${rowCount} lines are imported as expected, and killing the server during apply and undo loses nothing`, async () => {
  const { db } = database
  const club = await buildClub(db, { country: 'Japan' })
  const admin = await buildUser(db, { role: 'hq_admin' })
  let cookie = await createSessionCookie(db, admin.id)
  const env = await buildServerEnvironment(database)
  let server = await startServerProcess(env)
  const base = `http://127.0.0.1:${env.PORT}/api/imports`
  const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const isForm = body instanceof FormData
    const response = await fetch(base + path, {
      method,
      headers: {
        cookie,
        origin: env.PUBLIC_URL ?? base,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: isForm ? body : JSON.stringify(body ?? {}) }),
    })
    expect([response.ok, response.ok ? '' : await response.text()]).toEqual([true, ''])
    return (await response.json()) as T
  }
  const timings: Record<string, string>[] = []
  const measure = async <T>(
    into: Record<string, string>,
    name: string,
    work: () => Promise<T>,
  ): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    into[name] = `${Math.round(performance.now() - startedAt)} ms`
    return result
  }
  const readImport = (id: number) => request<ImportDetail>('GET', `/${id}`)
  const waitForStatus = (id: number, status: ImportDetail['status']) =>
    waitUntil(async () => (await readImport(id)).status === status, { seconds: 600 })
  const killAndRestart = async () => {
    server.child.kill('SIGKILL')
    await server.ended
    server = await startServerProcess(env)
  }

  const imported: number[] = []
  for (const [index, [name, { headerLine, write }]] of Object.entries(formats).entries()) {
    const rows = buildMemberRowsWithDefects(rowCount, {
      prefix: 'kotor',
      club: club.name,
      offset: index * rowCount,
    })
    const timing: Record<string, string> = { format: name }
    timings.push(timing)
    const form = new FormData()
    form.append('file', new Blob([(await write(rows)) as never]), 'ahli')
    const { id } = await measure(timing, 'upload', () =>
      request<ImportDetail>('POST', '?country=Japan', form),
    )
    imported.push(id)
    await measure(timing, 'check', () => waitForStatus(id, 'ready'))
    const found = await db
      .select({ line: importRows.line, kind: importRows.kind, reasons: importRows.reasons })
      .from(importRows)
      .where(eq(importRows.importId, id))
      .orderBy(importRows.line)
    const actual = found.map(({ line, kind, reasons }) => {
      const dirt = rows[line - headerLine - 1]?.dirt as DirtName
      return `${dirt}: ${kind} ${reasons[0] ? getProblemId(reasons[0]) : '-'}`
    })
    const expected = rows.map(({ dirt }) => `${dirt}: ${dirts[dirt].kind} ${dirts[dirt].problem ?? '-'}`)
    const differences = actual.filter((line, position) => line !== expected[position])
    expect([actual.length, differences.slice(0, 10)]).toEqual([rowCount, []])
    if (index === 0) {
      const table = groupBy(actual, line => line)
      console.table(
        [...table].map(([line, { length }]) => ({ 'dirt: result and first remark': line, rows: length })),
      )
    }
    await measure(timing, 'last page', () =>
      request('GET', `/${id}/rows?page=${Math.ceil(rowCount / 50)}&pageSize=50`),
    )
    await measure(timing, 'filtered page', () =>
      request('GET', `/${id}/rows?page=1&pageSize=50&problem=bad_field:educationLevel`),
    )
    await measure(timing, 'detail', () => readImport(id))
    const line = headerLine + 1 + rows.findIndex(({ dirt }) => dirt === 'unknown level of study')
    const { version, cells } = await measure(timing, 'open row', () =>
      request<ImportRowCells>('GET', `/${id}/rows/${line}`),
    )
    const cell = cells.find(({ key }) => key === 'educationLevel')
    expect(cell?.alike).toBe(rowCount / Object.keys(dirts).length - 1)
    await measure(timing, 'correct all alike', async () => {
      const body = { version, cells: [{ column: cell?.column, value: 'PhD', isForAlike: true }] }
      await request('PUT', `/${id}/rows/${line}/cells`, body)
      await waitForStatus(id, 'ready')
    })
    expect((await readImport(id)).problems.map(getProblemId)).not.toContain('bad_field:educationLevel')
  }
  console.table(timings)

  const [id] = imported.slice(-1) as [number]
  const before = await db.$count(users)
  const { toWrite, version, counts } = await readImport(id)
  await request('POST', `/${id}/confirm`, { isDecision: false, toWrite, version })
  await waitUntil(
    async () => {
      const { status, done } = await readImport(id)
      return status === 'done' || done > rowCount * 0.3
    },
    { seconds: 300 },
  )
  await killAndRestart()
  await waitForStatus(id, 'done')
  expect((await readImport(id)).outcomes).toMatchObject({ created: counts.new, failed: 0 })
  expect(await db.$count(users)).toBe(before + counts.new)
  const corrected = sql`${users.educationLevel} = 'doktor_falsafah'`
  expect(await db.$count(users, corrected)).toBe(rowCount / Object.keys(dirts).length)
  // Undo needs a recent re-authentication, and the steps above can take longer than it lasts.
  cookie = await createSessionCookie(db, admin.id)
  await request('POST', `/${id}/undo`)
  await waitUntil(async () => (await readImport(id)).outcomes.removed > counts.new * 0.3, { seconds: 600 })
  await killAndRestart()
  await waitForStatus(id, 'undone')
  expect((await readImport(id)).outcomes).toMatchObject({ removed: counts.new, left: 0 })
  expect(await db.$count(users)).toBe(before)
  expect(await findIncorrectMaterializedCounters(db)).toEqual([])
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}, 1_800_000)
