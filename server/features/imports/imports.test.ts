// A club's own list: what it would mean, what comes of it, and back again.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { connectClient } from '#server/db/client.ts'
import { handOverJobs } from '#server/db/enqueue.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { likelyPairs } from '#server/db/schema/merging.ts'
import { savedViews } from '#server/db/schema/views.ts'
import { writeXlsx } from '#server/exports/xlsx.ts'
import { sealIcNumber } from '#server/features/users/person.service.ts'
import { compareSummaries } from '#server/summaries/summaries.service.ts'
import { setUpApp, testContext, testSecret } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { uploadAs } from '#server/test/upload.ts'
import { yearOf } from '#shared/calendar.ts'
import type { ImportDetail, ImportRow } from '#shared/contracts/imports.ts'
import { mostUnpacked } from './parse-xlsx.ts'
import { resumeImports, workOnImport } from './work-on-import.service.ts'

const target = setUpApp()
type Person = Awaited<ReturnType<typeof target.asNew>>

let counter = 0
const unique = () => `imp${++counter}-${process.pid}`
const work = (id: number) => workOnImport(testContext(target.database.db), id)

async function upload(me: Person, content: string | Uint8Array, query = '', name?: string) {
  const answer = await uploadAs(target.app, me.cookie, `/api/imports${query}`, content, name)
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
  const detail = answer.json() as ImportDetail
  await work(detail.id)
  return detail.id
}

async function read(me: Person, id: number): Promise<ImportDetail> {
  return (await me.call('GET', `/api/imports/${id}`)).json()
}

async function rowsOf(me: Person, id: number, query = ''): Promise<ImportRow[]> {
  return (await me.call('GET', `/api/imports/${id}/rows?pageSize=200${query}`)).json()
}

async function confirm(me: Person, id: number, isDecision = false) {
  const { toWrite } = await read(me, id)
  return me.call('POST', `/api/imports/${id}/confirm`, { isDecision, toWrite })
}

async function apply(me: Person, id: number, isDecision = false): Promise<ImportDetail> {
  expect((await confirm(me, id, isDecision)).statusCode).toBe(200)
  await work(id)
  return read(me, id)
}

async function undo(me: Person, id: number): Promise<ImportDetail> {
  expect((await me.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(200)
  await work(id)
  return read(me, id)
}

const find = async (email: string) => {
  const [user] = await target.database.db.select().from(users).where(eq(users.email, email))
  return user
}
const kinds = (rows: ImportRow[]) =>
  rows.map(({ kind, reasons }) => [kind, ...reasons.map(({ code }) => code)])

/** An identity number that nobody else in this file has. */
function icNumber(year = '99'): string {
  counter += 1
  return `${year}0101-14-${String(counter).padStart(4, '0')}`
}

describe('what a file would mean', () => {
  test('each line is told apart, and nothing is written before it is confirmed', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const club = await buildClub(target.database.db, { country: 'Japan', name: `Kelab ${unique()}` })
    const known = await buildUser(target.database.db, {
      clubId: club.id,
      institution: 'Univ. of Salford',
      phone: '+81 90-1234-5678',
      fullName: `Zulkifli Osman ${unique()}`,
    })
    const same = await buildUser(target.database.db, { clubId: club.id, course: 'Fizik' })
    const elsewhere = await buildUser(target.database.db, { currentCountry: 'Germany' })
    const admin = await buildUser(target.database.db, { clubId: club.id, role: 'club_secretary' })
    const email = `${unique()}@contoh.my`
    const lines = [
      'Nama Penuh;E-mel;No KP;Tel;Univ;Jurusan;Thn Mula;Catatan',
      `Baharu Sekali;${email};${icNumber()};;Todai;;2023;x`,
      `${known.fullName};${known.email};;;University of Manchester;;;`,
      `${same.fullName};${same.email};;;;Fizik;;`,
      `Zul Osman;${unique()}@contoh.my;;090-1234-5678;;;;`,
      `Lee Wei Han;${unique()}@contoh.my;0104-31;;;;;`,
      `Tanpa Email;;${icNumber()};;;;;`,
      `Baharu Lagi;${email};;;;;;`,
      `${elsewhere.fullName};${elsewhere.email};;;Todai;;;`,
      `${admin.fullName};${admin.email};;;Todai;;;`,
      ';;;;;;;',
      `Tahun Salah;${unique()}@contoh.my;;;;;dua ribu;`,
    ]
    const before = await target.database.db.$count(users)
    const id = await upload(me, lines.join('\r\n'), `?clubId=${club.id}`)
    const detail = await read(me, id)
    expect(detail.columns).toEqual([
      'fullName',
      'email',
      'icNumber',
      'phone',
      'institution',
      'course',
      'startYear',
      null,
    ])
    expect(detail).toMatchObject({ status: 'ready', country: 'Japan', total: 10, done: 10, toWrite: 2 })
    expect(detail.counts).toEqual({ new: 1, change: 1, unchanged: 1, duplicate: 1, error: 6 })
    const rows = await rowsOf(me, id)
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 12])
    expect(kinds(rows)).toEqual([
      ['new'],
      ['change'],
      ['unchanged'],
      ['duplicate', 'same_phone'],
      ['error', 'ic_digits'],
      ['error', 'email_missing'],
      ['error', 'same_line'],
      ['error', 'out_of_reach'],
      ['error', 'not_yours'],
      ['error', 'bad_field'],
    ])
    expect(rows[0]?.icNumber).toMatch(/^990101-••-••\d\d$/)
    expect(rows[1]?.changes).toEqual([
      { key: 'institution', from: 'Univ. of Salford', to: 'University of Manchester' },
    ])
    expect(rows[3]?.person).toMatchObject({ id: known.id, fullName: known.fullName })
    expect(await rowsOf(me, id, '&attention=yes')).toHaveLength(7)
    expect(await rowsOf(me, id, '&search=baharu')).toHaveLength(2)
    expect(await target.database.db.$count(users)).toBe(before)
    const errors = await me.call('GET', `/api/imports/${id}/errors`)
    expect(errors.body).toContain('No. kad pengenalan mestilah 12 digit; ini 6 digit')
    expect(errors.body.split('\r\n').filter(Boolean)).toHaveLength(7)
  })

  test('a line with the email address of a member but another name and identity number needs a decision', async () => {
    const { db } = target.database
    const me = await target.asNew({ role: 'hq_admin' })
    const add = async (fullName: string, icNumber: string | null) => {
      const person = await buildUser(db, { fullName, currentCountry: 'Japan' })
      if (icNumber)
        await db
          .update(users)
          .set(sealIcNumber(testSecret, person.id, icNumber))
          .where(eq(users.id, person.id))
      return person
    }
    const digits = () => icNumber().replaceAll('-', '')
    const number = digits()
    const [siti, ali, ahmad, chong] = [
      await add('Siti Aminah Binti Kassim', digits()),
      await add('Ali Bin Abu', digits()),
      await add('Ahmad Bin Bakar', null),
      await add('Chong Wei Ming', null),
      await add('Devi A/P Raman', number),
    ] as const
    const lines = [
      'Nama,Email,No KP,Kursus',
      `Nurul Huda Binti Salleh,${siti.email},${icNumber()},Fizik`,
      `ALI  BIN ABU,${ali.email},${icNumber()},Fizik`,
      `Lim Kok Seng,${ahmad.email},${icNumber()},Fizik`,
      `Chong Wei Meng,${chong.email},,Fizik`,
      `Raman Kumar,${unique()}@contoh.my,${number},Fizik`,
    ]
    const id = await upload(me, lines.join('\n'), '?country=Japan')
    const rows = await rowsOf(me, id)
    expect(kinds(rows)).toEqual([
      ['duplicate', 'same_email', 'ic_kept'],
      // Spelled otherwise, it is the same name.
      ['change', 'ic_kept'],
      // Without an identity number to compare, names that have nothing in common are enough.
      ['duplicate', 'same_email'],
      ['change'],
      // The identity number says who it is.
      ['change', 'email_kept'],
    ])
    expect(rows[0]?.person).toMatchObject({ id: siti.id })
    expect(rows[0]?.changes).toContainEqual({
      key: 'fullName',
      from: siti.fullName,
      to: 'Nurul Huda Binti Salleh',
    })
    const choose = async (line: number, choice: string) =>
      (await me.call('PUT', `/api/imports/${id}/rows/${line}`, { choice })).statusCode
    expect(await choose(2, 'create')).toBe(409)
    expect(await choose(4, 'update')).toBe(204)
    const done = await apply(me, id)
    expect(done.outcomes).toMatchObject({ created: 0, changed: 4, failed: 0 })
    expect(await find(siti.email)).toMatchObject({ fullName: siti.fullName, course: null })
    expect(await find(ahmad.email)).toMatchObject({ fullName: 'Lim Kok Seng', course: 'Fizik' })
  })

  test('an account that became another person’s between preview and confirmation is not changed', async () => {
    const { db } = target.database
    const me = await target.asNew({ role: 'hq_admin' })
    const person = await buildUser(db, { fullName: 'Aminah Binti Yusof', currentCountry: 'Japan' })
    const id = await upload(
      me,
      `Nama,Email,No KP\nAminah Bt Yusof,${person.email},${icNumber()}\n`,
      '?country=Japan',
    )
    expect(kinds(await rowsOf(me, id))).toEqual([['change']])
    const other = sealIcNumber(testSecret, person.id, icNumber().replaceAll('-', ''))
    await db.update(users).set(other).where(eq(users.id, person.id))
    expect((await apply(me, id)).outcomes).toMatchObject({ changed: 0, failed: 1 })
    expect(await find(person.email)).toMatchObject({ fullName: 'Aminah Binti Yusof' })
  })

  test('columns can be matched by hand, and are remembered', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const email = `${unique()}@contoh.my`
    const file = `Panggilan,Surat\nAin,${email}\n`
    const id = await upload(me, file, '?country=Japan')
    expect((await read(me, id)).columns).toEqual([null, null])
    const set = (columns: unknown) => me.call('PUT', `/api/imports/${id}/columns`, { columns })
    expect((await set(['fullName'])).statusCode).toBe(400)
    expect((await set(['fullName', 'fullName'])).statusCode).toBe(400)
    expect((await set(['raja', null])).statusCode).toBe(400)
    expect((await set(['fullName', 'email'])).statusCode).toBe(200)
    expect((await set(['fullName', 'email'])).json().code).toBe('import_busy')
    await work(id)
    expect((await read(me, id)).counts).toMatchObject({ new: 1, error: 0 })
    expect((await read(me, await upload(me, file))).columns).toEqual(['fullName', 'email'])
    const other = await target.asNew({ role: 'hq_admin' })
    expect((await read(other, await upload(other, file))).columns).toEqual([null, null])
  })

  test('whatever delimiter, encoding or kind of file', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const rows = [
      ['Nama', 'Email', 'Negara'],
      ['Zoë Müller, "Zo"', `${unique()}@contoh.my`, 'Jerman'],
    ]
    const text = (sign: string) =>
      rows.map(cells => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(sign)).join('\n')
    const latin = Buffer.from(text(';').replaceAll('ë', '\u00eb'), 'latin1')
    const xlsx = await buffer(
      writeXlsx(
        'Ahli',
        (async function* () {
          yield rows
        })(),
      ),
    )
    for (const content of [
      text(','),
      `\uFEFF${text(';')}`,
      text('|'),
      latin,
      Buffer.from(`\uFEFF${text('\t')}`, 'utf16le'),
      xlsx,
    ]) {
      const id = await upload(me, content)
      const [row] = await rowsOf(me, id)
      expect([row?.kind, row?.fullName]).toEqual(['new', 'Zoë Müller, "Zo"'])
      await me.call('DELETE', `/api/imports/${id}`)
    }
    const bad = async (content: string | Uint8Array) =>
      (await uploadAs(target.app, me.cookie, '/api/imports', content)).statusCode
    expect(await bad('')).toBe(400)
    expect(await bad('Nama,Email\n')).toBe(400)
    expect(await bad(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBe(415)
    expect(await bad(Buffer.from(xlsx.subarray(0, 400)))).toBe(415)
    expect(await bad(`${'a,'.repeat(80)}\nx\n`)).toBe(413)
    expect(await bad(`Nama\n${'x\n'.repeat(50_001)}`)).toBe(413)
  })

  test('a small file that unpacks to more than any list of people is long is refused for its size', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    const packed = deflateRawSync(Buffer.alloc(mostUnpacked + 1, ' '), { level: 1 })
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    // What it claims to be is no matter.
    head.writeUInt32LE(100, 22)
    head.writeUInt16LE(name.length, 26)
    const bomb = Buffer.concat([head, name, packed])
    expect(bomb.length).toBeLessThan(1_000_000)
    const answer = await uploadAs(target.app, me.cookie, '/api/imports', bomb)
    expect(answer.statusCode).toBe(413)
  })

  describe('POST /api/imports of an XLSX file', () => {
    const sheetWith = async (change: (xml: string) => string) => {
      const batches = async function* () {
        yield [
          ['Nama', 'Email'],
          ['Ali', `${unique()}@contoh.my`],
        ]
      }
      const parts = unzipSync(await buffer(writeXlsx('Ahli', batches())))
      const name = 'xl/worksheets/sheet1.xml'
      parts[name] = strToU8(change(strFromU8(parts[name] as Uint8Array)))
      return zipSync(parts)
    }
    const addRow = (row: string) => sheetWith(xml => xml.replace('</sheetData>', `${row}</sheetData>`))
    const cell = (at: string) => `<c r="${at}" t="inlineStr"><is><t>x</t></is></c>`
    const sendAs = async (me: Person, file: Uint8Array) => {
      const answer = await uploadAs(target.app, me.cookie, '/api/imports', file, 'ahli.xlsx')
      return [answer.statusCode, answer.json().code]
    }

    test.each([
      ['a row beyond 99,999', `<row r="99999999999">${cell('ZZZZZZ9')}</row>`, 'too_many_lines'],
      ['a cell at the last position of a sheet', `<row r="3">${cell('XFD1048576')}</row>`, 'too_many_lines'],
      ['a column beyond FZ', `<row r="3">${cell('XFD3')}</row>`, 'too_many_columns'],
      ['a text of more than 100,000 characters', ' '.repeat(200_000), 'too_large'],
      ['a position that is no number', `<row r="1e9">${cell('A3')}</row>`, 'too_many_lines'],
    ])('returns 413 when the sheet has %s', async (_name, row, code) => {
      const me = await target.asNew({ role: 'hq_admin' })
      expect(await sendAs(me, await addRow(row))).toEqual([413, code])
    })

    test('ignores empty cells and rows at the edge of the sheet', async () => {
      const me = await target.asNew({ role: 'hq_admin' })
      const id = await upload(
        me,
        await addRow('<row r="1048576"><c r="A1048576" s="0"/><c r="XFD1048576"></c></row>'),
      )
      expect(await read(me, id)).toMatchObject({ status: 'ready', total: 1 })
    })
  })

  test('half letters, written as such or cut at the end of what is kept, hold nothing up', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const long = `${'x'.repeat(499)}😀`
    const email = `${unique()}@contoh.my`
    const csv = await upload(
      me,
      `Nama,Email,No Keahlian,${long}\nSatu,${email},${'A'.repeat(39)}😀,${long}\n`,
    )
    expect(await read(me, csv)).toMatchObject({ status: 'ready', done: 1 })
    const rows = [
      ['Nama', 'Email', 'Institusi'],
      ['Ali', `${unique()}@contoh.my`, 'SEPARUH'],
    ]
    const packed = unzipSync(
      await buffer(
        writeXlsx(
          'Ahli',
          (async function* () {
            yield rows
          })(),
        ),
      ),
    )
    const name = 'xl/worksheets/sheet1.xml'
    packed[name] = strToU8(strFromU8(packed[name] as Uint8Array).replace('SEPARUH', 'Univ &#xD83D; Satu'))
    const xlsx = await upload(me, zipSync(packed))
    expect(await read(me, xlsx)).toMatchObject({ status: 'ready', done: 1 })
  })

  test('lines that were refused go back as they came to who brought them, and to others without the numbers', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const place = { clubId: club.id, currentCountry: 'Canada' as const }
    const runner = await target.asNew({ role: 'club_admin_ln', ...place })
    const [successor, approver] = [
      await target.asNew({ role: 'club_admin_ln', ...place }),
      await target.asNew({ role: 'country_admin', currentCountry: 'Canada' }),
    ]
    const [ic, phone] = [icNumber(), '+1 416-555-0188']
    const id = await upload(runner, `Nama,Email,No KP,Tel,Catatan\nTanpa Email,,${ic},${phone},${ic}\n`)
    const errors = async (by: Person) => (await by.call('GET', `/api/imports/${id}/errors`)).body
    const whole = await errors(runner)
    expect(whole).toContain(ic)
    expect(whole).toContain('416-555-0188')
    for (const person of [successor, approver]) {
      const part = await errors(person)
      expect(part).toContain('Tanpa Email')
      expect(part).not.toContain(ic)
      expect(part).not.toContain('0188')
    }
  })

  test('a dump of it holds no identity number', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const number = icNumber('98')
    const id = await upload(me, `Nama,Email,IC\nRahsia,${unique()}@contoh.my,${number}\n`, '?country=Japan')
    const [row] = await target.database.db.select().from(importRows).where(eq(importRows.importId, id))
    const { rows } = await target.database.db.execute<{ text: string }>(
      sql`select r::text as text from import_rows r where import_id = ${id}`,
    )
    for (const word of [number, number.replaceAll('-', '')]) {
      expect(rows[0]?.text).not.toContain(word)
      for (const sealed of [row?.cells, row?.data]) expect(sealed?.includes(word)).toBe(false)
    }
  })
})

describe('a confirmed import', () => {
  test('makes people who wait, once; the same file again changes nothing; and it can be taken back', async () => {
    const me = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const club = await buildClub(target.database.db, { country: 'France' })
    const known = await buildUser(target.database.db, { currentCountry: 'France', institution: 'Lama' })
    const email = `${unique()}@contoh.my`
    const file = [
      'Nama,Email,IC,Kelab,Institusi',
      `Siti Baharu,${email},${icNumber()},${club.name.toUpperCase()},Sorbonne`,
      `${known.fullName},${known.email},${icNumber()},${club.name},Baharu`,
    ].join('\n')
    const id = await upload(me, file)
    const done = await apply(me, id)
    expect(done).toMatchObject({ status: 'done', toWrite: 0, waiting: 1 })
    expect(done.outcomes).toMatchObject({ created: 1, changed: 1, failed: 0 })
    const siti = await find(email)
    expect(siti).toMatchObject({
      fullName: 'Siti Baharu',
      status: 'pending',
      role: 'member',
      currentCountry: 'France',
      clubId: club.id,
      birthYear: 1999,
      password: null,
      agreedAt: null,
      membershipNumber: null,
    })
    expect(await find(known.email)).toMatchObject({ institution: 'Baharu', clubId: club.id, birthYear: 1999 })
    expect((await confirm(me, id)).statusCode).toBe(400)
    const again = await upload(me, file)
    expect((await read(me, again)).counts).toEqual({
      new: 0,
      change: 0,
      unchanged: 2,
      duplicate: 0,
      error: 0,
    })
    const back = await undo(me, id)
    expect(back).toMatchObject({ status: 'undone' })
    expect(back.outcomes).toMatchObject({ removed: 1, restored: 1, left: 0 })
    expect(await find(email)).toBeUndefined()
    const restored = await find(known.email)
    expect(restored).toMatchObject({ institution: 'Lama', clubId: null, icHash: null, birthYear: null })
    expect(await compareSummaries(target.database.db)).toEqual([])
    const trail = await target.database.db
      .select({ kind: auditEvents.kind })
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(siti?.id)))
    expect(trail.map(({ kind }) => kind)).toEqual(['user.imported', 'user.import_undone'])
  })

  test('as a decision: active, with the number they had or the next, which is never given again', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const year = yearOf(new Date())
    const emails = [unique(), unique(), unique(), unique()].map(name => `${name}@contoh.my`)
    const file = (which: string[]) =>
      [
        'Nama,Email,Negara,No Ahli',
        `Satu Orang,${which[0]},New Zealand,NZ-2019-0007`,
        `Dua Orang,${which[1]},New Zealand,NZ-${year}-0002`,
        `Tiga Orang,${which[2]},New Zealand,GB-2019-0001`,
        `Empat Orang,${which[3]},New Zealand,`,
      ].join('\n')
    const id = await upload(me, file(emails))
    expect(kinds(await rowsOf(me, id))[2]).toEqual(['new', 'number_not_kept'])
    await apply(me, id, true)
    const numbers = async (which: string[]) =>
      Promise.all(which.map(async email => (await find(email))?.membershipNumber ?? null))
    expect(await numbers(emails)).toEqual([
      'NZ-2019-0007',
      `NZ-${year}-0002`,
      `NZ-${year}-0001`,
      `NZ-${year}-0003`,
    ])
    expect(await find(emails[0] as string)).toMatchObject({ status: 'active', approvedBy: me.user.id })
    // Others do not see who has agreed to nothing.
    const neighbour = await target.asNew({ currentCountry: 'New Zealand' })
    expect((await neighbour.call('GET', '/api/people?search=Empat')).json()).toEqual([])
    expect((await me.call('GET', '/api/users?search=Empat%20Orang&page=1')).json()).toHaveLength(1)
    const groups = sql`select 1 from group_members m join users u on u.id = m.user_id where u.email = ${emails[3]}`
    expect((await target.database.db.execute(groups)).rows).toEqual([])
    await undo(me, id)
    const others = emails.map(email => `x${email}`)
    const second = await upload(me, file(others))
    expect(kinds(await rowsOf(me, second))[0]).toEqual(['new', 'number_not_kept'])
    await apply(me, second, true)
    expect(await numbers(others)).toEqual([4, 5, 6, 7].map(n => `NZ-${year}-000${n}`))
    expect(await compareSummaries(target.database.db)).toEqual([])
  })

  test('what somebody has touched since is left, and said', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const emails = Array.from({ length: 4 }, () => `${unique()}@contoh.my`)
    const known = await buildUser(target.database.db)
    const file = [
      'Nama,Email,Kursus',
      ...emails.map((email, n) => `Orang Ke ${n},${email},Kimia`),
      `${known.fullName},${known.email},Kimia`,
    ]
    const id = await upload(me, file.join('\n'), '?country=Japan')
    await apply(me, id)
    const [first, second] = await Promise.all(emails.slice(0, 2).map(find))
    expect((await me.call('POST', `/api/users/${first?.id}/approve`)).statusCode).toBe(200)
    // Only a row elsewhere: nothing of the person themselves has changed.
    await target.database.db.insert(clubs).values({ name: unique(), country: 'Japan', adminId: second?.id })
    await target.database.db.update(users).set({ course: 'Biologi' }).where(eq(users.id, known.id))
    const back = await undo(me, id)
    expect(back.outcomes).toMatchObject({ removed: 2, restored: 0, left: 3 })
    const left = (await rowsOf(me, id)).filter(({ outcome }) => outcome === 'left')
    expect(left.map(({ reasons }) => reasons[0]?.code)).toEqual(['touched', 'touched', 'touched'])
    expect(await find(emails[0] as string)).toMatchObject({ status: 'active' })
    expect(await find(known.email)).toMatchObject({ course: 'Biologi' })
  })

  test('of somebody who may be here already, as it was said', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const name = `Farid Hakimi Rosli ${unique()}`
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(n => buildUser(target.database.db, { fullName: `${name} ${n}`, course: null })),
    )
    const emails = [unique(), unique(), unique()].map(word => `${word}@contoh.my`)
    const file = [
      'Nama,Email,Kursus',
      ...[one, two, three].map((person, n) => `${person?.fullName},${emails[n]},Kimia`),
    ]
    const id = await upload(me, file.join('\n'), '?country=Japan')
    expect(kinds(await rowsOf(me, id))).toEqual(Array(3).fill(['duplicate', 'same_name']))
    const choose = (line: number, choice: unknown) =>
      me.call('PUT', `/api/imports/${id}/rows/${line}`, { choice })
    expect((await choose(2, 'update')).statusCode).toBe(204)
    expect((await choose(3, 'create')).statusCode).toBe(204)
    expect((await choose(99, 'create')).statusCode).toBe(404)
    expect((await choose(3, 'raja')).statusCode).toBe(400)
    expect((await read(me, id)).toWrite).toBe(2)
    const done = await apply(me, id)
    expect(done.outcomes).toMatchObject({ created: 1, changed: 1 })
    expect(await find(one?.email as string)).toMatchObject({ course: 'Kimia' })
    expect(await find(emails[0] as string)).toBeUndefined()
    expect(await find(emails[1] as string)).toBeDefined()
    expect(await find(emails[2] as string)).toBeUndefined()
    expect((await choose(4, 'create')).json().code).toBe('import_over')
  })

  test('leaves out who has registered meanwhile', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const emails = [unique(), unique()].map(word => `${word}@contoh.my`)
    const id = await upload(me, `Nama,Email\nPertama,${emails[0]}\nKedua,${emails[1]}\n`, '?country=Japan')
    const own = await buildUser(target.database.db, { email: emails[0] as string })
    const done = await apply(me, id)
    expect(done.outcomes).toMatchObject({ created: 1, failed: 1 })
    expect((await find(emails[0] as string))?.id).toBe(own.id)
  })
})

describe('who may', () => {
  test('a club’s administrator proposes for the own club, an approver confirms', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const other = await buildClub(target.database.db, { country: 'Canada' })
    const runner = await target.asNew({ role: 'club_admin_ln', clubId: club.id, currentCountry: 'Canada' })
    const stranger = await target.asNew({ role: 'club_admin_ln', clubId: other.id, currentCountry: 'Canada' })
    const approver = await target.asNew({ role: 'country_admin', currentCountry: 'Canada' })
    const abroad = await target.asNew({ role: 'country_admin', currentCountry: 'China' })
    const secretary = await target.asNew({ role: 'club_secretary', clubId: club.id })
    const file = `Nama,Email,Kelab\nSatu,${unique()}@contoh.my,\nDua,${unique()}@contoh.my,${other.name}\n`
    const refused = await uploadAs(target.app, runner.cookie, `/api/imports?clubId=${other.id}`, file)
    expect(refused.statusCode).toBe(403)
    expect((await uploadAs(target.app, secretary.cookie, '/api/imports', file)).statusCode).toBe(403)
    const id = await upload(runner, file)
    expect(kinds(await rowsOf(runner, id))).toEqual([['new'], ['error', 'outside_scope']])
    for (const person of [stranger, abroad]) {
      expect((await person.call('GET', `/api/imports/${id}`)).statusCode).toBe(404)
      expect((await person.call('GET', `/api/imports/${id}/rows`)).statusCode).toBe(404)
      expect((await person.call('DELETE', `/api/imports/${id}`)).statusCode).toBe(404)
    }
    expect((await abroad.call('GET', '/api/imports')).json()).toEqual([])
    expect((await confirm(runner, id)).statusCode).toBe(403)
    expect((await runner.call('POST', `/api/imports/${id}/propose`)).statusCode).toBe(200)
    expect((await runner.call('POST', `/api/imports/${id}/propose`)).statusCode).toBe(409)
    // What lies before the approver no longer changes under their eyes.
    const skip = (by: Person) => by.call('PUT', `/api/imports/${id}/rows/2`, { choice: 'skip' })
    expect((await skip(runner)).statusCode).toBe(403)
    expect((await skip(approver)).statusCode).toBe(204)
    expect((await approver.call('PUT', `/api/imports/${id}/rows/2`, { choice: null })).statusCode).toBe(204)
    const bell = (await approver.call('GET', '/api/notifications')).json() as { kind: string }[]
    expect(bell.map(({ kind }) => kind)).toContain('import.proposed')
    const both = await Promise.all([confirm(approver, id), confirm(approver, id)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await work(id)
    expect(await read(runner, id)).toMatchObject({ status: 'done', confirmedBy: approver.user.fullName })
  })

  test('a figure that has moved since it was shown is looked at again', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const id = await upload(me, `Nama,Email\nSatu,${unique()}@contoh.my\n`, '?country=Japan')
    const body = { isDecision: true, toWrite: 7 }
    expect((await me.call('POST', `/api/imports/${id}/confirm`, body)).json().code).toBe('import_changed')
    expect((await me.call('POST', `/api/imports/${id}/confirm`, {})).statusCode).toBe(400)
    expect((await me.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(409)
    expect((await me.call('POST', `/api/imports/${id}/invite`)).statusCode).toBe(409)
    expect((await me.call('DELETE', `/api/imports/${id}`)).statusCode).toBe(204)
    expect((await me.call('GET', `/api/imports/${id}`)).statusCode).toBe(404)
  })

  test('whose right ends half-way stops it; somebody else goes on', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const other = await target.asNew({ role: 'hq_admin' })
    const lines = Array.from({ length: 700 }, (_, n) => `Orang Bernombor ${n},${unique()}@contoh.my`)
    const id = await upload(me, ['Nama,Email', ...lines].join('\n'), '?country=Indonesia')
    expect((await confirm(me, id, true)).statusCode).toBe(200)
    // After the first batch.
    const context = testContext(target.database.db)
    let batches = 0
    const transaction: typeof context.transaction = async inner => {
      batches += 1
      if (batches === 2) {
        await target.database.db.update(users).set({ role: 'member' }).where(eq(users.id, me.user.id))
      }
      return context.transaction(inner)
    }
    await workOnImport({ ...context, transaction }, id)
    expect(await read(other, id)).toMatchObject({ status: 'stopped', toWrite: 200, done: 500 })
    const done = await apply(other, id)
    expect(done).toMatchObject({ status: 'done', isDecision: true })
    expect(done.outcomes.created).toBe(700)
  })
})

describe('undoing an import', () => {
  async function importPeople(me: Person, count: number) {
    const emails = Array.from({ length: count }, () => `${unique()}@contoh.my`)
    const lines = emails.map(email => `Dibuat Asal ${unique()},${email}`)
    const id = await upload(me, ['Nama,Email', ...lines].join('\n'), '?country=Japan')
    expect((await apply(me, id)).outcomes.created).toBe(count)
    const people = await Promise.all(
      emails.map(async email => (await find(email)) as typeof users.$inferSelect),
    )
    return { id, people }
  }

  test('returns 409 at once when the undo is in progress and its job locks the import', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const { id } = await importPeople(me, 1)
    expect((await me.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(200)
    const job = await connectClient(target.database.ownerUrl)
    await job.query('begin')
    await job.query('select from imports where id = $1 for update', [id])
    const again = await me.call('POST', `/api/imports/${id}/undo`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'import_busy'])
    await job.query('rollback')
    await job.end()
    await work(id)
    expect((await me.call('POST', `/api/imports/${id}/undo`)).json().code).toBe('import_over')
  })

  test('removes unedited accounts after a migration has added a column, also by stamps of the release before', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const { id, people } = await importPeople(me, 3)
    const [, edited, old] = people
    const owner = await connectClient(target.database.ownerUrl)
    const setStamp =
      'update import_rows set stamp = md5(u::text) from users u where u.id = user_id and u.id = $1'
    await owner.query(setStamp, [old?.id])
    await owner.query(`alter table users add column later text not null default 'x'`)
    await owner.query(`update users set full_name = 'Diubah', updated_at = now() where id = $1`, [edited?.id])
    const back = await undo(me, id)
    await owner.query('alter table users drop column later')
    await owner.end()
    expect(back.outcomes).toMatchObject({ removed: 2, left: 1 })
    expect(await find(edited?.email as string)).toMatchObject({ fullName: 'Diubah' })
  })

  test('keeps an account that something refers to, removes the others, and records only those', async () => {
    const { db } = target.database
    const me = await target.asNew({ role: 'hq_admin' })
    const { id, people } = await importPeople(me, 3)
    const [, used] = people
    await db.insert(savedViews).values({ userId: used?.id as number, list: 'members', name: 'x', search: '' })
    expect((await undo(me, id)).outcomes).toMatchObject({ removed: 2, left: 1 })
    const events = await db
      .select({ id: auditEvents.targetId })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.kind, 'user.import_undone'),
          inArray(
            auditEvents.targetId,
            people.map(one => String(one.id)),
          ),
        ),
      )
    expect(events.map(event => event.id).sort()).toEqual(
      people.filter(one => one !== used).map(one => String(one.id)),
    )
  })

  test('locks what it deletes in the order of ids', async () => {
    const { db, pool } = target.database
    const me = await target.asNew({ role: 'hq_admin' })
    const other = await buildUser(db)
    const { id, people } = await importPeople(me, 2)
    await db.delete(likelyPairs)
    const ids = people.map(one => one.id).sort((a, b) => b - a)
    // The pair with the lower id belongs to the account with the higher id.
    const pairs = await db
      .insert(likelyPairs)
      .values(ids.map(highId => ({ lowId: other.id, highId, why: 'same_name' as const })))
      .returning({ id: likelyPairs.id })
    const [first, second] = pairs.map(pair => pair.id)
    expect((await me.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(200)
    const holder = await connectClient(target.database.ownerUrl)
    await holder.query('begin')
    await holder.query('select from likely_pairs where id = $1 for update', [first])
    const undoing = work(id)
    const isBlocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(isBlocked)).rowCount, { timeout: 30_000 }).toBe(1)
    const free = await pool.query('select id from likely_pairs where id = $1 for update skip locked', [
      second,
    ])
    expect(free.rows).toEqual([{ id: second }])
    await holder.query('rollback')
    await holder.end()
    await undoing
    expect((await read(me, id)).outcomes).toMatchObject({ removed: 2 })
  })
})

describe('many lines', () => {
  const plenty = 1000

  /** Every kind of line, in this order again and again. */
  async function makeFile(country: 'Singapore') {
    const prefix = unique()
    const known = await target.database.db
      .insert(users)
      .values(
        Array.from({ length: plenty / 5 }, (_, n) => ({
          username: `${prefix}-k${n}`,
          email: `${prefix}-k${n}@contoh.my`,
          fullName: `Sedia Ada ${prefix} ${n}`,
          currentCountry: country,
          status: 'active' as const,
          phone: n % 2 ? null : `+65 8${prefix.replace(/\D/g, '').slice(-3)}${String(n).padStart(5, '0')}`,
          course: 'Fizik',
        })),
      )
      .returning()
    const lines = Array.from({ length: plenty }, (_, n) => {
      const person = known[Math.floor(n / 5)]
      const own = `${prefix}-n${n}@contoh.my`
      return [
        `Orang Baharu ${n},${own},,Kimia`,
        `${person?.fullName},${person?.email},,Kimia`,
        `Orang Tetap ${n},${own},,`,
        `${person?.fullName},${own},,`,
        `,${own},,`,
      ][n % 5]
    })
    return { prefix, file: ['Nama,Email,Telefon,Kursus', ...lines].join('\n') }
  }

  test('imported by two at once, one of whom dies; repeated; taken back: every count is exact', async () => {
    const { db } = target.database
    const people = [await target.asNew({ role: 'hq_admin' }), await target.asNew({ role: 'hq_admin' })]
    const files = [await makeFile('Singapore'), await makeFile('Singapore')]
    const before = await db.$count(users)
    const ids = await Promise.all(
      people.map((me, n) => upload(me as Person, files[n]?.file ?? '', '?country=Singapore')),
    )
    const fifth = plenty / 5
    for (const [n, id] of ids.entries()) {
      expect((await read(people[n] as Person, id)).counts).toEqual({
        new: 2 * fifth,
        change: fifth,
        unchanged: 0,
        duplicate: fifth,
        error: fifth,
      })
      expect((await confirm(people[n] as Person, id, true)).statusCode).toBe(200)
    }
    // One dies in the middle of its second batch; what it had begun never was.
    const context = testContext(db)
    let batches = 0
    const dying: typeof context.transaction = inner =>
      context.transaction(async tx => {
        const result = await inner(tx)
        batches += 1
        if (batches === 2) throw new Error('killed')
        return result
      })
    await Promise.all([
      expect(workOnImport({ ...context, transaction: dying }, ids[0] as number)).rejects.toThrow('killed'),
      work(ids[1] as number),
    ])
    expect(await read(people[0] as Person, ids[0] as number)).toMatchObject({ status: 'applying' })
    await db
      .update(imports)
      .set({ updatedAt: sql`now() - interval '1 minute'` })
      .where(eq(imports.id, ids[0] as number))
    await resumeImports(context)
    await handOverJobs(db)
    const queued = sql`select 1 from graphile_worker.jobs where key = ${`import:${ids[0]}`}`
    expect((await db.execute(queued)).rows).toHaveLength(1)
    await work(ids[0] as number)
    expect(await db.$count(users)).toBe(before + 4 * fifth)
    for (const [n, id] of ids.entries()) {
      const detail = await read(people[n] as Person, id)
      expect(detail).toMatchObject({ status: 'done', toWrite: 0 })
      expect(detail.outcomes).toMatchObject({ created: 2 * fifth, changed: fifth, failed: 0 })
      // In the order of the file, whoever wrote in between.
      const given = await db
        .select({ number: users.membershipNumber })
        .from(importRows)
        .innerJoin(users, eq(users.id, importRows.userId))
        .where(and(eq(importRows.importId, id), eq(importRows.outcome, 'created')))
        .orderBy(importRows.line)
      const numbers = given.map(({ number }) => number as string)
      expect(numbers).toEqual([...numbers].sort())
    }
    const { rows } = await db.execute<{ last: number; given: number }>(sql`
      select max(last_number)::int as last, (select count(*)::int from users
             where membership_number like 'SG-' || ${yearOf(new Date())} || '-%') as given
        from membership_counters where country_code = 'SG' and year = ${yearOf(new Date())}`)
    expect(rows).toEqual([{ last: 4 * fifth, given: 4 * fifth }])
    expect(await compareSummaries(db)).toEqual([])
    const again = await upload(people[1] as Person, files[0]?.file ?? '', '?country=Singapore')
    expect((await read(people[1] as Person, again)).counts).toMatchObject({ new: 0, change: 0 })
    for (const [n, id] of ids.entries()) {
      const back = await undo(people[n] as Person, id)
      expect(back.outcomes).toMatchObject({ removed: 2 * fifth, restored: fifth, left: 0 })
    }
    expect(await db.$count(users)).toBe(before)
    const left = await db.$count(
      users,
      inArray(
        users.id,
        db.select({ id: importRows.userId }).from(importRows).where(inArray(importRows.importId, ids)),
      ),
    )
    expect(left).toBe(2 * fifth)
    expect(await db.$count(userHistory, sql`${userHistory.userId} not in (select id from users)`)).toBe(0)
    expect(await compareSummaries(db)).toEqual([])
  })
})

test('what stood in a file goes after a month', async () => {
  const me = await target.asNew({ role: 'hq_admin' })
  const id = await upload(me, `Nama,Email\nSatu,${unique()}@contoh.my\n`, '?country=Japan')
  const { sweepImports } = await import('./work-on-import.service.ts')
  const { db } = target.database
  await db.update(imports).set({ updatedAt: sql`now() - interval '31 days'` }).where(eq(imports.id, id))
  await sweepImports(testContext(db))
  expect(await db.$count(importRows, eq(importRows.importId, id))).toBe(0)
})

test('a stream that is no form is refused', async () => {
  const me = await target.asNew({ role: 'hq_admin' })
  const answer = await target.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: { 'content-type': 'text/csv', origin: 'http://perantau.test', cookie: me.cookie },
    payload: Readable.from(['a,b\n']),
  })
  expect(answer.statusCode).toBe(415)
})
