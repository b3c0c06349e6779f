// Two lists are read in at once by two programs, a long one (ROWS lines, 50,000 at most) with every kind of line in it, and
// one of the programs is killed on the way. Nobody is missing or twice, the figures are right, the same list again changes
// nothing, and taken back it leaves what there was.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { compareSummaries } from '#server/summaries/summaries.service.ts'
import { freePort } from '#server/test/app.ts'
import { cookieFor } from '#server/test/chat.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { type Program, settingsOn, startProgram, until } from '#server/test/program.ts'
import type { ImportDetail } from '#shared/contracts/imports.ts'

const database = setUpDatabase()
const rows = Number(process.env.ROWS ?? 20_000)
const part = (share: number) => Math.round(rows * share)
const parts = {
  new: rows - 2 * part(0.1) - 2 * part(0.05),
  change: part(0.1),
  unchanged: part(0.1),
  duplicate: part(0.05),
  error: part(0.05),
}

const header = 'Nama Penuh;E-mel;Tel;Jurusan;Thn Mula'
const emails = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@contoh.my`)
const newLines = (name: string, count: number) =>
  emails(name, count).map((email, n) => `${name} Orang ${n};${email};;Fizik;2023`)

/** One of each kind after the other, as far as they reach. */
function mixed(): string {
  const kinds = [
    newLines('baharu', parts.new),
    emails('lama', parts.change).map((email, n) => `Lama ${n};${email};;Kimia;`),
    emails('lama', parts.change + parts.unchanged)
      .slice(parts.change)
      .map((email, n) => `Lama ${parts.change + n};${email};;Fizik;`),
    Array.from({ length: parts.duplicate }, (_, n) => `Kembar ${n};kembar${n}@contoh.my;${phoneOf(n)};;`),
    Array.from({ length: parts.error }, (_, n) =>
      n % 2 ? `Tanpa ${n};;;;` : `Salah ${n};salah${n}@contoh.my;;;dua ribu`,
    ),
  ]
  const lines = Array.from({ length: rows }, (_, n) => kinds.flatMap(kind => kind[n] ?? []))
  return [header, ...lines.flat()].join('\r\n')
}
const phoneOf = (n: number) => `+4915${String(10_000_000 + n)}`

test(`two lists at once, one of ${rows} lines, and a program killed on the way`, async () => {
  const { db } = database
  const [club, other] = [
    await buildClub(db, { country: 'Germany' }),
    await buildClub(db, { country: 'Japan' }),
  ]
  await db.execute(sql`
    insert into users (username, email, full_name, status, course, phone, current_country, club_id)
      select 'lama' || n, 'lama' || n || '@contoh.my', 'Lama ' || n, 'active', 'Fizik',
             '+4915' || (10000000 + n), 'Germany', ${club.id}::int
        from generate_series(0, ${parts.change + parts.unchanged - 1}::int) n`)
  const office = await buildUser(db, { role: 'hq_admin' })
  const cookie = await cookieFor(db, office.id)
  const countPeople = async () => Number((await db.execute(sql`select count(*) as n from users`)).rows[0]?.n)
  const before = await countPeople()

  // Several machines behind one address.
  const env = { ...(await settingsOn(database)), PUBLIC_URL: 'http://perantau.test' }
  const ports = [Number(env.PORT), await freePort()] as const
  const start = (port: number) => startProgram({ ...env, PORT: String(port) })
  const programs: Program[] = [await start(ports[0]), await start(ports[1])]
  const ask = async (
    port: number,
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<ImportDetail> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`http://127.0.0.1:${port}/api/imports${path}`, {
      method,
      headers: {
        cookie,
        origin: env.PUBLIC_URL,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: isForm ? body : JSON.stringify(body ?? {}) }),
    })
    // Whoever only looks is told to come again while everything is busy.
    if (method === 'GET' && answer.status === 503) {
      await sleep(500)
      return ask(port, method, path)
    }
    expect([answer.status, await answer.clone().text()]).toEqual([
      method === 'POST' && isForm ? 201 : 200,
      expect.any(String),
    ])
    return (await answer.json()) as ImportDetail
  }
  const upload = (port: number, content: string, clubId: number) => {
    const form = new FormData()
    form.append('file', new Blob([content]), 'ahli.csv')
    return ask(port, 'POST', `?clubId=${clubId}`, form)
  }
  /** Looked at through the program that is not killed. */
  const look = (id: number) => ask(ports[1], 'GET', `/${id}`)
  const waitFor = (id: number, status: ImportDetail['status']) =>
    until(async () => (await look(id)).status === status, {
      seconds: 600,
      say: () => programs.at(-1)?.output() ?? '',
    })
  const confirm = async (id: number) =>
    ask(ports[0], 'POST', `/${id}/confirm`, { isDecision: true, toWrite: (await look(id)).toWrite })
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = Date.now()
    const result = await work()
    console.info(`${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
    return result
  }

  const [long, short] = await Promise.all([
    upload(ports[0], mixed(), club.id),
    upload(ports[1], [header, ...newLines('kedua', 5000)].join('\r\n'), other.id),
  ])
  await timed('looked through', () => Promise.all([waitFor(long.id, 'ready'), waitFor(short.id, 'ready')]))
  expect((await look(long.id)).counts).toEqual(parts)
  expect(await countPeople()).toBe(before)

  await timed('written, with a kill on the way', async () => {
    await Promise.all([confirm(long.id), confirm(short.id)])
    await until(async () => (await look(long.id)).done > rows * 0.3, { seconds: 300 })
    programs[0]?.child.kill('SIGKILL')
    await programs[0]?.ended
    expect((await look(long.id)).status).toBe('applying')
    programs[0] = await start(ports[0])
    await Promise.all([waitFor(long.id, 'done'), waitFor(short.id, 'done')])
  })
  expect((await look(long.id)).outcomes).toMatchObject({ created: parts.new, changed: parts.change })
  expect(await countPeople()).toBe(before + parts.new + 5000)
  const { rows: numbered } = await db.execute<{ email: string }>(sql`
    select email from users where email like 'baharu%' or email like 'kedua%'
     order by current_country, length(membership_number), membership_number`)
  expect(numbered.map(({ email }) => email)).toEqual([
    ...emails('baharu', parts.new),
    ...emails('kedua', 5000),
  ])
  expect(await compareSummaries(db)).toEqual([])

  const again = await upload(ports[0], mixed(), club.id)
  await timed('looked through again', () => waitFor(again.id, 'ready'))
  const { counts, toWrite } = await look(again.id)
  expect([counts.new, counts.change, toWrite]).toEqual([0, 0, 0])

  await timed('taken back', async () => {
    await ask(ports[1], 'POST', `/${long.id}/undo`)
    await waitFor(long.id, 'undone')
  })
  expect(await countPeople()).toBe(before + 5000)
  expect((await db.execute(sql`select from users where course = 'Kimia'`)).rows).toEqual([])
  expect(await compareSummaries(db)).toEqual([])
  for (const { child, ended } of programs) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
}, 1_800_000)
