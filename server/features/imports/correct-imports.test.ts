// Tests of correcting an import in its preview: header row, cells, equal values, versions and permissions.
import { and, eq } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'
import { createImportApiClient } from '#server/test/imports/import-client.ts'
import {
  buildMemberRowsWithDefects,
  type DirtName,
  dirts,
  formats,
} from '#server/test/imports/member-lists-with-defects.ts'
import { getProblemId, type ImportRow } from '#shared/contracts/imports/imports.schemas.ts'

const target = setUpApp()
type Person = Awaited<ReturnType<typeof target.asNew>>

let counter = 0
const uniqueName = () => `betul${++counter}x${process.pid}`
const client = createImportApiClient(target)
const { runJob, readImport, listRows, readCells, findCell, correct, apply } = client
const upload = (caller: Person, content: string | Uint8Array, query = '?country=Japan') =>
  client.upload(caller, content, query)

const listKinds = (rows: ImportRow[]) =>
  rows.map(({ line, kind, reasons }) => [line, kind, ...reasons.map(({ code }) => code)])

describe('POST /api/imports of dirty files', () => {
  it.each(Object.keys(formats))(
    'an import reads, corrects or rejects 20 kinds of defective rows of the file %s',
    async name => {
      const { db } = target.database
      const caller = await target.asNew({ role: 'hq_admin' })
      const club = await buildClub(db, { country: 'Japan', name: `Kelab ${uniqueName()}` })
      const prefix = uniqueName()
      const offset = Object.keys(formats).indexOf(name) * 1000
      const rows = buildMemberRowsWithDefects(200, { prefix, club: club.name, offset })
      const { headerLine, write } = formats[name] as (typeof formats)[string]
      const id = await upload(caller, await write(rows))
      const detail = await readImport(caller, id)
      expect([detail.headerLine, detail.total, detail.columns.includes(null)]).toEqual([
        headerLine,
        200,
        false,
      ])
      const found = await listRows(caller, id)
      const summarize = (dirt: DirtName, kind: ImportRow['kind'], problem: string | null) => ({
        dirt,
        kind,
        problem,
      })
      const actual = found.map(({ line, kind, reasons }) =>
        summarize(
          rows[line - headerLine - 1]?.dirt as DirtName,
          kind,
          reasons[0] ? getProblemId(reasons[0]) : null,
        ),
      )
      expect(actual).toEqual(rows.map(({ dirt }) => summarize(dirt, dirts[dirt].kind, dirts[dirt].problem)))
      // The rows counted by their first problem or warning, plus those without any, are all rows of the file.
      const withoutRemark = await listRows(caller, id, '&problem=none')
      const remarked = detail.problems.reduce((sum, { count }) => sum + count, 0)
      expect(remarked + withoutRemark.length).toBe(200)
      for (const problem of detail.problems) {
        expect(await listRows(caller, id, `&problem=${getProblemId(problem)}`)).toHaveLength(problem.count)
      }
      expect(await listRows(caller, id, '&attention=yes')).toHaveLength(detail.attention)
      const done = await apply(caller, id)
      expect(done.outcomes.created).toBe(done.counts.new)
      const [dated] = rows.filter(({ dirt }) => dirt === 'year as a date')
      const line = found.find(row => row.line - headerLine - 1 === rows.indexOf(dated as never))
      const [user] = await db
        .select()
        .from(users)
        .where(eq(users.email, line?.email ?? ''))
      expect(user).toMatchObject({ startYear: 2023, clubId: club.id, institution: dated?.cells.institution })
    },
  )
})

describe('PUT /api/imports/:id/header', () => {
  it('choosing an earlier header row of an import turns the rows below it into import rows', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const email = `${uniqueName()}@contoh.my`
    const id = await upload(caller, `Laporan,Senarai\nKolum A,Kolum B\nNama,E-mail Address\nAli,${email}\n`)
    const first = await readImport(caller, id)
    expect(first).toMatchObject({ headerLine: 3, total: 1, columns: ['fullName', 'email'] })
    const top = (await caller.call('GET', `/api/imports/${id}/top`)).json()
    expect(top.map(({ line }: { line: number }) => line)).toEqual([1, 2, 3, 4])
    const choose = (line: number, version: number) =>
      caller.call('PUT', `/api/imports/${id}/header`, { line, version })
    expect((await choose(1, first.version)).json()).toMatchObject({
      status: 'checking',
      headerLine: 1,
      total: 3,
    })
    expect((await choose(3, first.version + 1)).json().code).toBe('import_busy')
    await runJob(id)
    const second = await readImport(caller, id)
    expect(second).toMatchObject({ headers: ['Laporan', 'Senarai'], columns: [null, null] })
    expect((await choose(3, first.version)).json().code).toBe('import_changed')
    expect((await choose(9, second.version)).statusCode).toBe(400)
    expect((await choose(4, second.version)).json().code).toBe('no_lines')
    expect((await readImport(caller, id)).total).toBe(3)
    await choose(3, second.version)
    await runJob(id)
    expect(await readImport(caller, id)).toMatchObject({ total: 1, columns: ['fullName', 'email'] })
    expect(listKinds(await listRows(caller, id))).toEqual([[4, 'new']])
  })

  it('the uploader alone can choose the header row of an import, and the rows shown for that choice mask long numbers', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const other = await target.asNew({ role: 'hq_admin' })
    const id = await upload(caller, `Nama,Email,IC\nAli,${uniqueName()}@contoh.my,990101-14-1234\n`)
    const { body } = await caller.call('GET', `/api/imports/${id}/top`)
    expect(body).toContain('••••••-••-••••')
    expect(body).not.toContain('1234')
    expect((await other.call('GET', `/api/imports/${id}/top`)).statusCode).toBe(403)
    expect((await other.call('PUT', `/api/imports/${id}/header`, { line: 1, version: 1 })).statusCode).toBe(
      403,
    )
  })
})

describe('merged cells of an XLSX file', () => {
  it('values of merged cells are repeated downward within one column and not across columns', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const names = [uniqueName(), uniqueName(), uniqueName()]
    const rows = [
      ['Nama', 'Email', 'Universiti', 'Kursus'],
      ['Satu', `${names[0]}@contoh.my`, 'Todai', 'Fizik'],
      ['Dua', `${names[1]}@contoh.my`, null, null],
      ['Tiga', `${names[2]}@contoh.my`, 'Kyodai', null],
    ]
    const merges = [
      { startRow: 1, endRow: 2, startCol: 2, endCol: 2 },
      { startRow: 3, endRow: 3, startCol: 2, endCol: 3 },
    ]
    const id = await upload(caller, await writeXlsx({ sheets: [{ name: 'A', rows, merges }] }))
    const values = async (line: number) =>
      (await readCells(caller, id, line)).cells.slice(2).map(({ value }) => value)
    expect([await values(3), await values(4)]).toEqual([
      ['Todai', ''],
      ['Kyodai', ''],
    ])
  })
})

describe('POST /api/imports of a CSV file with an unclosed quote', () => {
  it('uploading a CSV file returns 400 with the line number of a quotation mark that is never closed', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const file = 'Nama,Email\nAli,a@contoh.my\n"Budi,b@contoh.my\nCik,c@contoh.my\n'
    const response = await uploadFileAsUser(target.app, caller.cookie, '/api/imports', file)
    expect([response.statusCode, response.json().code]).toEqual([400, 'unclosed_quote'])
    expect(response.json().message).toContain('baris 3')
  })
})

describe('PUT /api/imports/:id/rows/:line/cells', () => {
  const buildFile = () => {
    const names = [1, 2, 3, 4].map(() => uniqueName())
    return [
      'Nama,Email,Peringkat,Negara',
      `Ali ${names[0]},${names[0]}@contoh.my,Kursus Masak,Atlantis`,
      `Budi ${names[1]},${names[1]}@contoh.my,Kursus Masak,Atlantis`,
      `Cik ${names[2]},${names[2]},,Jepun`,
      `Dina ${names[3]},${names[3]}@contoh.my,Kursus Masak,Jepun`,
    ].join('\n')
  }

  it('correcting a cell of an import keeps the original value, and the correction survives another check of the import', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const id = await upload(caller, buildFile())
    expect(listKinds(await listRows(caller, id))).toEqual([
      [2, 'error', 'unknown_country', 'bad_field'],
      [3, 'error', 'unknown_country', 'bad_field'],
      [4, 'error', 'bad_field'],
      [5, 'new', 'bad_field'],
    ])
    const email = `${uniqueName()}@contoh.my`
    const corrected = await correct(caller, id, 4, 'email', ` ${email}  `)
    expect(corrected.json().counts).toMatchObject({ new: 2, error: 2 })
    expect(await findCell(caller, id, 4, 'email')).toMatchObject({
      value: email,
      original: expect.stringMatching(/^betul/),
    })
    const { columns } = await readImport(caller, id)
    await caller.call('PUT', `/api/imports/${id}/columns`, { columns })
    await runJob(id)
    expect((await listRows(caller, id))[2]).toMatchObject({ kind: 'new', email, isCorrected: true })
    // Entering the original value of the file removes the correction.
    const { original } = await findCell(caller, id, 4, 'email')
    await correct(caller, id, 4, 'email', original as string)
    expect((await listRows(caller, id))[2]).toMatchObject({ kind: 'error', isCorrected: false })
  })

  it('a correction can be applied to all import rows that have the same value in the column', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const id = await upload(caller, buildFile())
    expect(await findCell(caller, id, 2, 'currentCountry')).toMatchObject({ value: 'Atlantis', alike: 1 })
    expect(await findCell(caller, id, 2, 'educationLevel')).toMatchObject({ alike: 2 })
    expect(await findCell(caller, id, 2, 'email')).toMatchObject({ alike: 0 })
    expect((await correct(caller, id, 2, 'currentCountry', 'Japan', true)).statusCode).toBe(200)
    expect((await correct(caller, id, 5, 'educationLevel', 'PhD')).statusCode).toBe(200)
    // The import row that was corrected on its own no longer has the same value as the others.
    expect(await findCell(caller, id, 2, 'educationLevel')).toMatchObject({ alike: 1 })
    expect((await correct(caller, id, 2, 'educationLevel', 'Ijazah', true)).statusCode).toBe(200)
    expect(listKinds(await listRows(caller, id))).toEqual([
      [2, 'new'],
      [3, 'new'],
      [4, 'error', 'bad_field'],
      [5, 'new'],
    ])
    expect((await correct(caller, id, 2, 'email', 'x@contoh.my', true)).statusCode).toBe(400)
    await apply(caller, id)
    const created = await target.database.db
      .select({ level: users.educationLevel, name: users.fullName })
      .from(importRows)
      .innerJoin(users, eq(users.id, importRows.userId))
      .where(eq(importRows.importId, id))
      .orderBy(importRows.line)
    expect(created.map(({ level }) => level)).toEqual(['sarjana_muda', 'sarjana_muda', 'doktor_falsafah'])
  })

  it('a corrected import row and rows with the same email address are classified again', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const [first, second] = [`${uniqueName()}@contoh.my`, `${uniqueName()}@contoh.my`]
    const id = await upload(
      caller,
      `Nama,Email\n${['Eka', 'Fatin', 'Gina'].map((name, n) => `${name} ${uniqueName()},${n === 2 ? second : first}`).join('\n')}\n`,
    )
    expect(listKinds(await listRows(caller, id))).toEqual([
      [2, 'new'],
      [3, 'error', 'same_line'],
      [4, 'new'],
    ])
    await correct(caller, id, 2, 'email', second)
    expect(listKinds(await listRows(caller, id))).toEqual([
      [2, 'new'],
      [3, 'new'],
      [4, 'error', 'same_line'],
    ])
    await correct(caller, id, 2, 'email', first)
    expect(listKinds(await listRows(caller, id))).toEqual([
      [2, 'new'],
      [3, 'error', 'same_line'],
      [4, 'new'],
    ])
  })

  it('a correction of more than 500 import rows is checked in a background job, and the import still awaits confirmation', async () => {
    const country = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
    const clubAdmin = await target.asNew({
      role: 'club_admin_ln',
      currentCountry: 'Japan',
      clubId: (await buildClub(target.database.db, { country: 'Japan' })).id,
    })
    const prefix = uniqueName()
    const lines = Array.from(
      { length: 600 },
      (_, n) => `Orang Ramai ${n},${prefix}${n}@contoh.my,Kursus Masak`,
    )
    const id = await upload(clubAdmin, ['Nama,Email,Peringkat', ...lines].join('\n'), '')
    await country.call('PUT', `/api/imports/${id}/rows/3`, { choice: 'skip' })
    expect((await clubAdmin.call('POST', `/api/imports/${id}/propose`)).statusCode).toBe(200)
    expect((await correct(clubAdmin, id, 2, 'educationLevel', 'PhD', true)).statusCode).toBe(403)
    const corrected = await correct(country, id, 2, 'educationLevel', 'PhD', true)
    expect(corrected.json()).toMatchObject({ status: 'checking' })
    await runJob(id)
    expect(await readImport(country, id)).toMatchObject({ status: 'proposed', problems: [], toWrite: 600 })
  })

  it('after a correction, an import row keeps the action that the user chose if its classification is unchanged', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const id = await upload(caller, `Nama,Email\nAli Satu,${uniqueName()}@contoh.my\nBudi Dua,salah\n`)
    await caller.call('PUT', `/api/imports/${id}/rows/2`, { choice: 'skip' })
    const { columns } = await readImport(caller, id)
    await caller.call('PUT', `/api/imports/${id}/columns`, { columns })
    await runJob(id)
    expect((await listRows(caller, id))[0]).toMatchObject({ choice: 'skip' })
  })

  it('correcting or confirming an import returns 409 when the request is based on an older version of the import', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const id = await upload(caller, buildFile())
    await correct(caller, id, 2, 'currentCountry', 'Japan')
    const { column, version } = await findCell(caller, id, 5, 'educationLevel')
    const body = { version, cells: [{ column, value: 'PhD', isForAlike: false }] }
    const send = () => caller.call('PUT', `/api/imports/${id}/rows/5/cells`, body)
    const both = await Promise.all([send(), send()])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { toWrite } = await readImport(caller, id)
    const confirmation = { isDecision: false, toWrite, version }
    const refused = await caller.call('POST', `/api/imports/${id}/confirm`, confirmation)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'import_changed'])
    await apply(caller, id)
    const late = await caller.call('PUT', `/api/imports/${id}/rows/5/cells`, {
      ...body,
      version: version + 1,
    })
    expect(late.json().code).toBe('import_over')
  })

  it('an import shows phone numbers and invalid identity numbers to the uploader only, and valid identity numbers to nobody', async () => {
    const uploader = await target.asNew({ role: 'hq_admin' })
    const other = await target.asNew({ role: 'hq_admin' })
    const stranger = await target.asNew({ role: 'country_admin', currentCountry: 'China' })
    const file = [
      'Nama,Email,No KP,Tel,Catatan',
      `Ali Satu,${uniqueName()}@contoh.my,990101-14-7719,+81 90-1111-2222,rahsia`,
      `Budi Dua,${uniqueName()}@contoh.my,0104-31,+81 90-1111-3333,rahsia`,
    ]
    const id = await upload(uploader, file.join('\n'))
    expect(await findCell(uploader, id, 2, 'icNumber')).toMatchObject({
      value: '990101-••-••19',
      isMasked: true,
    })
    expect(await findCell(uploader, id, 3, 'icNumber')).toMatchObject({ value: '0104-31', isMasked: false })
    expect(JSON.stringify(await readCells(uploader, id, 2))).not.toContain('rahsia')
    const seen = await readCells(other, id, 3)
    expect(seen.cells.map(({ key }) => key)).toEqual(['fullName', 'email'])
    const hidden = { version: seen.version, cells: [{ column: 3, value: '+81 90', isForAlike: false }] }
    expect((await other.call('PUT', `/api/imports/${id}/rows/3/cells`, hidden)).statusCode).toBe(400)
    expect((await correct(uploader, id, 3, 'icNumber', '010431-14-7720')).json().counts).toMatchObject({
      error: 1,
    })
    expect((await correct(uploader, id, 3, 'icNumber', '010430-14-7720')).json().counts).toMatchObject({
      error: 0,
    })
    expect(await findCell(uploader, id, 3, 'icNumber')).toMatchObject({
      value: '010430-••-••20',
      original: '••••-••',
    })
    for (const path of [`/rows/2`, '/top']) {
      expect((await stranger.call('GET', `/api/imports/${id}${path}`)).statusCode).toBe(404)
    }
    expect((await stranger.call('PUT', `/api/imports/${id}/rows/3/cells`, hidden)).statusCode).toBe(404)
    // Assigning the column of the identity number to a field that lists show would disclose it.
    const columns = ['fullName', 'email', 'course', null, null]
    expect((await other.call('PUT', `/api/imports/${id}/columns`, { columns })).statusCode).toBe(403)
    const [row] = await target.database.db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.line, 3)))
    expect(row?.corrections?.includes('7720')).toBe(false)
    const events = await target.database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.kind, 'import.corrected'))
    expect(JSON.stringify(events)).not.toContain('7720')
  })

  it('correcting an import returns 400 or 404 for invalid rows, columns and values', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const id = await upload(caller, buildFile())
    const send = async (line: number, cells: unknown) =>
      (await caller.call('PUT', `/api/imports/${id}/rows/${line}/cells`, { version: 1, cells })).statusCode
    const cell = { column: 0, value: 'Ali', isForAlike: false }
    expect(await send(99, [cell])).toBe(404)
    expect(await send(2, [])).toBe(400)
    expect(await send(2, [cell, cell])).toBe(400)
    expect(await send(2, [{ ...cell, column: 40 }])).toBe(400)
    expect(await send(2, [{ ...cell, value: 'x'.repeat(501) }])).toBe(400)
    expect(await send(2, [{ ...cell, value: 'A\u200bl\u00adi' }])).toBe(200)
    expect(await findCell(caller, id, 2, 'fullName')).toMatchObject({ value: 'Ali' })
  })

  it('an import row needs a decision when its identity number, with the leading zero restored, belongs to a member with another name', async () => {
    const { db } = target.database
    const caller = await target.asNew({ role: 'hq_admin' })
    const file = `Nama,Email,IC\nSiti Pertama,${uniqueName()}@contoh.my,030404-14-4321\n`
    await apply(caller, await upload(caller, file))
    await buildUser(db)
    const id = await upload(
      caller,
      `Nama,Email,IC,Kursus\nGopal Kumar,${uniqueName()}@contoh.my,30404144321,Kimia\n`,
    )
    const [row] = await listRows(caller, id)
    expect(row?.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['same_ic', 'ic_zero_restored']),
    )
    expect(row?.kind).toBe('duplicate')
    expect((await caller.call('PUT', `/api/imports/${id}/rows/2`, { choice: 'create' })).statusCode).toBe(409)
  })
})

describe('remembered columns of an import', () => {
  it('the assignment of import columns to fields is remembered per user for files with the same headers and the same country or club', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const file = `Kolum Satu,Kolum Dua\nAin,${uniqueName()}@contoh.my\n`
    const assign = async (id: number, columns: unknown) => {
      expect((await caller.call('PUT', `/api/imports/${id}/columns`, { columns })).statusCode).toBe(200)
      await runJob(id)
    }
    await assign(await upload(caller, file), ['fullName', 'email'])
    await assign(await upload(caller, file, '?country=Germany'), ['email', 'fullName'])
    expect((await readImport(caller, await upload(caller, file))).columns).toEqual(['fullName', 'email'])
    expect((await readImport(caller, await upload(caller, file, '?country=Germany'))).columns).toEqual([
      'email',
      'fullName',
    ])
  })
})

it('deleting an import deletes its corrections and the stored lines above its header', async () => {
  const { db } = target.database
  const caller = await target.asNew({ role: 'hq_admin' })
  const id = await upload(caller, `Nama,Email\nAli Satu,${uniqueName()}@contoh.my\n`)
  await correct(caller, id, 2, 'fullName', 'Ali Dua')
  expect((await caller.call('DELETE', `/api/imports/${id}`)).statusCode).toBe(204)
  expect(await db.$count(importRows, eq(importRows.importId, id))).toBe(0)
  expect(await db.$count(imports, eq(imports.id, id))).toBe(0)
})
