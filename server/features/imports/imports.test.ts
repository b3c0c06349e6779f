// Tests of member list imports: upload, preview, confirmation, undo and permissions.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsxStream } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { moveQueuedJobsToGraphileWorker } from '#server/db/queue/enqueue-jobs.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { likelyPairs } from '#server/db/schema/merging.ts'
import { savedViews } from '#server/db/schema/views.ts'
import {
  enqueueJobsOfStalledImports,
  runImportJob,
} from '#server/features/imports/management/run-import-job.service.ts'
import { maxUnpackedBytes } from '#server/features/imports/parsing/parse-xlsx.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { buildTestServiceContext, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'
import { createImportApiClient } from '#server/test/imports/import-client.ts'
import { type ImportField, importFields, replacedFields } from '#shared/contracts/imports/import-targets.ts'
import type { ImportRow } from '#shared/contracts/imports/imports.schemas.ts'
import { exportedKeys, importedKeys, personFields } from '#shared/contracts/users/person-fields.ts'
import { getYearInKualaLumpur } from '#shared/time/kuala-lumpur-calendar.ts'

const target = setUpApp()
type Person = Awaited<ReturnType<typeof target.asNew>>

let counter = 0
const uniqueName = () => `imp${++counter}-${process.pid}`
const { runJob, upload, readImport, listRows, confirm, apply, undo } = createImportApiClient(target)

const buildXlsx = (rows: string[][]) => buffer(Readable.from(writeXlsxStream(rows, { name: 'Ahli' })))

const readUser = async (email: string) => {
  const [user] = await target.database.db.select().from(users).where(eq(users.email, email))
  return user
}
const listKinds = (rows: ImportRow[]) =>
  rows.map(({ kind, reasons }) => [kind, ...reasons.map(({ code }) => code)])

/** Builds an identity number that is unique within this test file. */
function buildIcNumber(year = '99'): string {
  counter += 1
  return `${year}0101-14-${String(counter).padStart(4, '0')}`
}

describe('import preview', () => {
  test.each(['ms', 'en'] as const)(
    'an import recognizes every column of our own member export in %s and finds nothing to change',
    async language => {
      const caller = await target.asNew({ role: 'hq_admin', language })
      const { db } = target.database
      const name = uniqueName()
      const club = await buildClub(db, { country: 'New Zealand', name: `Kelab ${name}` })
      await buildUser(db, {
        fullName: `Aminah ${name}`,
        email: `${name}@contoh.my`,
        membershipNumber: `NZ-2001-${String(counter).padStart(4, '0')}`,
        currentCountry: 'New Zealand',
        clubId: club.id,
        institution: 'Universiti Otago',
        course: 'Fizik',
        educationLevel: 'sarjana_muda',
        startYear: 2024,
        endYear: 2027,
      })
      const exported = await caller.call('GET', `/api/users/export?format=csv&search=${name}`)
      const id = await upload(caller, exported.body)
      const { columns } = await readImport(caller, id)
      const importable = exportedKeys.map(key => (importedKeys.some(other => other === key) ? key : null))
      expect(columns).toEqual(importable)
      expect(importable.filter(key => key === null)).toHaveLength(4)
      expect(listKinds(await listRows(caller, id))).toEqual([['unchanged']])
    },
  )

  test('an import reads countries in both languages and rejects lines of closed countries', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const { db } = target.database
    const names = [1, 2, 3, 4, 5].map(() => uniqueName())
    const emailOf = (index: number) => `${names[index]}@contoh.my`
    const moving = await buildUser(db, {
      email: emailOf(4),
      fullName: 'Pindah Ke Mesir',
      currentCountry: 'Japan',
    })
    const sheet = [
      'Nama;Email;Negara',
      `Ahmad Satu;${emailOf(0)};Jepun`,
      `Budi Dua;${emailOf(1)};USA`,
      `Chong Tiga;${emailOf(2)};Mesir`,
      `Devi Empat;${emailOf(3)};Atlantis`,
      `${moving.fullName};${moving.email};EGY`,
    ].join('\n')
    const closed = await upload(caller, sheet)
    expect(listKinds(await listRows(caller, closed))).toEqual([
      ['new'],
      ['new'],
      ['error', 'country_closed'],
      ['error', 'unknown_country'],
      ['error', 'country_closed'],
    ])
    await db.insert(openCountries).values({ country: 'Egypt' })
    const opened = await upload(caller, sheet)
    expect(listKinds(await listRows(caller, opened)).map(([kind]) => kind)).toEqual([
      'new',
      'new',
      'new',
      'error',
      'change',
    ])
    // The country is closed between preview and confirmation of the import.
    await db.delete(openCountries).where(eq(openCountries.country, 'Egypt'))
    await apply(caller, opened)
    const stored = await Promise.all([0, 1, 2, 4].map(index => readUser(emailOf(index))))
    expect(stored.map(user => user?.currentCountry)).toEqual(['Japan', 'United States', undefined, 'Japan'])
    const outcomes = (await listRows(caller, opened)).flatMap(({ reasons }) =>
      reasons.map(({ code }) => code),
    )
    expect(outcomes).toEqual(['taken_meanwhile', 'unknown_country', 'changed_meanwhile'])
  })

  test('the import preview classifies each line and creates no users before the confirmation', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const club = await buildClub(target.database.db, { country: 'Japan', name: `Kelab ${uniqueName()}` })
    const known = await buildUser(target.database.db, {
      clubId: club.id,
      institution: 'Univ. of Salford',
      phone: '+81 90-1234-5678',
      fullName: `Zulkifli Osman ${uniqueName()}`,
    })
    const same = await buildUser(target.database.db, { clubId: club.id, course: 'Fizik' })
    const elsewhere = await buildUser(target.database.db, { currentCountry: 'Germany' })
    const admin = await buildUser(target.database.db, { clubId: club.id, role: 'club_secretary' })
    const email = `${uniqueName()}@contoh.my`
    const lines = [
      'Nama Penuh;E-mel;No KP;Tel;Univ;Jurusan;Thn Mula;Catatan',
      `Baharu Sekali;${email};${buildIcNumber()};;Todai;;2023;x`,
      `${known.fullName};${known.email};;;University of Manchester;;;`,
      `${same.fullName};${same.email};;;;Fizik;;`,
      `Zul Osman;${uniqueName()}@contoh.my;;090-1234-5678;;;;`,
      `Lee Wei Han;${uniqueName()}@contoh.my;0104-31;;;;;`,
      `Tanpa Email;;${buildIcNumber()};;;;;`,
      `Baharu Lagi;${email};;;;;;`,
      `${elsewhere.fullName};${elsewhere.email};;;Todai;;;`,
      `${admin.fullName};${admin.email};;;Todai;;;`,
      ';;;;;;;',
      `Tahun Salah;${uniqueName()}@contoh.my;;;;;dua ribu;`,
    ]
    const before = await target.database.db.$count(users)
    const id = await upload(caller, lines.join('\r\n'), `?clubId=${club.id}`)
    const detail = await readImport(caller, id)
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
    expect(detail).toMatchObject({ status: 'ready', country: 'Japan', total: 10, done: 10, toWrite: 3 })
    expect(detail.counts).toEqual({ new: 2, change: 1, unchanged: 1, duplicate: 1, error: 5 })
    const rows = await listRows(caller, id)
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 12])
    expect(listKinds(rows)).toEqual([
      ['new'],
      ['change'],
      ['unchanged'],
      ['duplicate', 'same_phone'],
      ['error', 'ic_digits'],
      ['error', 'email_missing'],
      ['error', 'same_line'],
      ['error', 'out_of_reach'],
      ['error', 'not_yours'],
      ['new', 'bad_field'],
    ])
    expect(rows[0]?.icNumber).toMatch(/^990101-••-••\d\d$/)
    expect(rows[1]?.changes).toEqual([
      { key: 'institution', from: 'Univ. of Salford', to: 'University of Manchester' },
    ])
    expect(rows[3]?.person).toMatchObject({ id: known.id, fullName: known.fullName })
    expect(await listRows(caller, id, '&attention=yes')).toHaveLength(7)
    expect(await listRows(caller, id, '&search=baharu')).toHaveLength(2)
    expect(await target.database.db.$count(users)).toBe(before)
    const errors = await caller.call('GET', `/api/imports/${id}/errors`)
    expect(errors.body).toContain('No. kad pengenalan mestilah 12 digit, bukan 6 digit')
    expect(errors.body.split('\r\n').filter(Boolean)).toHaveLength(6)
  })

  test('an import line with the email address of a member but another name and identity number needs a decision', async () => {
    const { db } = target.database
    const caller = await target.asNew({ role: 'hq_admin' })
    const buildMember = async (fullName: string, icNumber: string | null) => {
      const person = await buildUser(db, { fullName, currentCountry: 'Japan' })
      if (icNumber)
        await db
          .update(users)
          .set(encryptIdentityNumber(testSecret, person.id, icNumber))
          .where(eq(users.id, person.id))
      return person
    }
    const digits = () => buildIcNumber().replaceAll('-', '')
    const number = digits()
    const [siti, ali, ahmad, chong] = [
      await buildMember('Siti Aminah Binti Kassim', digits()),
      await buildMember('Ali Bin Abu', digits()),
      await buildMember('Ahmad Bin Bakar', null),
      await buildMember('Chong Wei Ming', null),
      await buildMember('Devi A/P Raman', number),
    ] as const
    const lines = [
      'Nama,Email,No KP,Kursus',
      `Nurul Huda Binti Salleh,${siti.email},${buildIcNumber()},Fizik`,
      `ALI  BIN ABU,${ali.email},${buildIcNumber()},Fizik`,
      `Lim Kok Seng,${ahmad.email},${buildIcNumber()},Fizik`,
      `Chong Wei Meng,${chong.email},,Fizik`,
      `Raman Kumar,${uniqueName()}@contoh.my,${number},Fizik`,
    ]
    const id = await upload(caller, lines.join('\n'), '?country=Japan')
    const rows = await listRows(caller, id)
    expect(listKinds(rows)).toEqual([
      ['duplicate', 'same_email', 'ic_kept'],
      // The import treats names as equal that differ only in letter case and spaces.
      ['change', 'ic_kept'],
      // Without an identity number to compare, a dissimilar name alone requires a decision.
      ['duplicate', 'same_email'],
      ['change'],
      // The import recognizes a person by an equal identity number despite a different name.
      ['change', 'email_kept'],
    ])
    expect(rows[0]?.person).toMatchObject({ id: siti.id })
    expect(rows[0]?.changes).toContainEqual({
      key: 'fullName',
      from: siti.fullName,
      to: 'Nurul Huda Binti Salleh',
    })
    const choose = async (line: number, choice: string) =>
      (await caller.call('PUT', `/api/imports/${id}/rows/${line}`, { choice })).statusCode
    expect(await choose(2, 'create')).toBe(409)
    expect(await choose(4, 'update')).toBe(204)
    const done = await apply(caller, id)
    expect(done.outcomes).toMatchObject({ created: 0, changed: 4, failed: 0 })
    expect(await readUser(siti.email)).toMatchObject({ fullName: siti.fullName, course: null })
    expect(await readUser(ahmad.email)).toMatchObject({ fullName: 'Lim Kok Seng', course: 'Fizik' })
  })

  test('an import does not change an account whose identity number changed after the preview', async () => {
    const { db } = target.database
    const caller = await target.asNew({ role: 'hq_admin' })
    const person = await buildUser(db, { fullName: 'Aminah Binti Yusof', currentCountry: 'Japan' })
    const id = await upload(
      caller,
      `Nama,Email,No KP\nAminah Bt Yusof,${person.email},${buildIcNumber()}\n`,
      '?country=Japan',
    )
    expect(listKinds(await listRows(caller, id))).toEqual([['change']])
    const other = encryptIdentityNumber(testSecret, person.id, buildIcNumber().replaceAll('-', ''))
    await db.update(users).set(other).where(eq(users.id, person.id))
    expect((await apply(caller, id)).outcomes).toMatchObject({ changed: 0, failed: 1 })
    expect(await readUser(person.email)).toMatchObject({ fullName: 'Aminah Binti Yusof' })
  })

  test('import columns assigned by hand are validated and remembered for the next file of the same user', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const email = `${uniqueName()}@contoh.my`
    const file = `Lajur Satu,Lajur Dua\nAin,${email}\n`
    const id = await upload(caller, file, '?country=Japan')
    expect((await readImport(caller, id)).columns).toEqual([null, null])
    const setColumns = (columns: unknown) => caller.call('PUT', `/api/imports/${id}/columns`, { columns })
    expect((await setColumns(['fullName'])).statusCode).toBe(400)
    expect((await setColumns(['fullName', 'fullName'])).statusCode).toBe(400)
    expect((await setColumns(['raja', null])).statusCode).toBe(400)
    expect((await setColumns(['fullName', 'email'])).statusCode).toBe(200)
    expect((await setColumns(['fullName', 'email'])).json().code).toBe('import_busy')
    await runJob(id)
    expect((await readImport(caller, id)).counts).toMatchObject({ new: 1, error: 0 })
    expect((await readImport(caller, await upload(caller, file))).columns).toEqual(['fullName', 'email'])
    const other = await target.asNew({ role: 'hq_admin' })
    expect((await readImport(other, await upload(other, file))).columns).toEqual([null, null])
  })

  test('an import accepts CSV with any delimiter and encoding and XLSX, and rejects other files', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const rows = [
      ['Nama', 'Email', 'Negara'],
      ['Zoë Müller, "Zo"', `${uniqueName()}@contoh.my`, 'Jerman'],
    ]
    const joinRows = (delimiter: string) =>
      rows.map(cells => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\n')
    const latin = Buffer.from(joinRows(';').replaceAll('ë', '\u00eb'), 'latin1')
    const xlsx = await buildXlsx(rows)
    for (const content of [
      joinRows(','),
      `\uFEFF${joinRows(';')}`,
      joinRows('|'),
      latin,
      Buffer.from(`\uFEFF${joinRows('\t')}`, 'utf16le'),
      xlsx,
    ]) {
      const id = await upload(caller, content)
      const [row] = await listRows(caller, id)
      expect([row?.kind, row?.fullName]).toEqual(['new', 'Zoë Müller, "Zo"'])
      await caller.call('DELETE', `/api/imports/${id}`)
    }
    const uploadStatus = async (content: string | Uint8Array) =>
      (await uploadFileAsUser(target.app, caller.cookie, '/api/imports', content)).statusCode
    expect(await uploadStatus('')).toBe(400)
    expect(await uploadStatus('Nama,Email\n')).toBe(400)
    expect(await uploadStatus(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBe(415)
    expect(await uploadStatus(Buffer.from(xlsx.subarray(0, 400)))).toBe(415)
    expect(await uploadStatus(`${'a,'.repeat(80)}\nx\n`)).toBe(413)
    expect(await uploadStatus(`Nama\n${'x\n'.repeat(50_001)}`)).toBe(413)
  })

  test('POST /api/imports returns 413 for a ZIP bomb that unpacks beyond the size limit', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    const packed = deflateRawSync(Buffer.alloc(maxUnpackedBytes + 1, ' '), { level: 1 })
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    // The uncompressed size that the ZIP file declares is false and must be ignored.
    head.writeUInt32LE(100, 22)
    head.writeUInt16LE(name.length, 26)
    const zipBomb = Buffer.concat([head, name, packed])
    expect(zipBomb.length).toBeLessThan(1_000_000)
    const response = await uploadFileAsUser(target.app, caller.cookie, '/api/imports', zipBomb)
    expect(response.statusCode).toBe(413)
  })

  describe('POST /api/imports of an XLSX file', () => {
    const buildSheet = async (change: (xml: string) => string) => {
      const rows = [
        ['Nama', 'Email'],
        ['Ali', `${uniqueName()}@contoh.my`],
      ]
      const parts = unzipSync(await buildXlsx(rows))
      const name = 'xl/worksheets/sheet1.xml'
      parts[name] = strToU8(change(strFromU8(parts[name] as Uint8Array)))
      return zipSync(parts)
    }
    const addRow = (row: string) => buildSheet(xml => xml.replace('</sheetData>', `${row}</sheetData>`))
    const buildCell = (position: string) => `<c r="${position}" t="inlineStr"><is><t>x</t></is></c>`
    const uploadFile = async (caller: Person, file: Uint8Array) => {
      const response = await uploadFileAsUser(target.app, caller.cookie, '/api/imports', file, 'ahli.xlsx')
      return [response.statusCode, response.json().code]
    }

    test.each([
      ['a row beyond 99,999', `<row r="99999999999">${buildCell('ZZZZZZ9')}</row>`, 'too_many_lines'],
      [
        'a cell at the last position of a sheet',
        `<row r="3">${buildCell('XFD1048576')}</row>`,
        'too_many_lines',
      ],
      ['a column beyond FZ', `<row r="3">${buildCell('XFD3')}</row>`, 'too_many_columns'],
      ['a text of more than 100,000 characters', ' '.repeat(200_000), 'too_large'],
      ['a cell position that is not a number', `<row r="1e9">${buildCell('A3')}</row>`, 'too_many_lines'],
    ])('POST /api/imports returns 413 when the XLSX sheet has %s', async (_name, row, code) => {
      const caller = await target.asNew({ role: 'hq_admin' })
      expect(await uploadFile(caller, await addRow(row))).toEqual([413, code])
    })

    test('POST /api/imports ignores empty cells and rows at the edge of an XLSX sheet', async () => {
      const caller = await target.asNew({ role: 'hq_admin' })
      const id = await upload(
        caller,
        await addRow('<row r="1048576"><c r="A1048576" s="0"/><c r="XFD1048576"></c></row>'),
      )
      expect(await readImport(caller, id)).toMatchObject({ status: 'ready', total: 1 })
    })
  })

  test('an import accepts cells with lone surrogates, from the file or from cutting a cell at the length limit', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const long = `${'x'.repeat(499)}😀`
    const email = `${uniqueName()}@contoh.my`
    const csv = await upload(
      caller,
      `Nama,Email,No Keahlian,${long}\nSatu,${email},${'A'.repeat(39)}😀,${long}\n`,
    )
    expect(await readImport(caller, csv)).toMatchObject({ status: 'ready', done: 1 })
    const rows = [
      ['Nama', 'Email', 'Institusi'],
      ['Ali', `${uniqueName()}@contoh.my`, 'SEPARUH'],
    ]
    const packed = unzipSync(await buildXlsx(rows))
    const name = 'xl/worksheets/sheet1.xml'
    packed[name] = strToU8(strFromU8(packed[name] as Uint8Array).replace('SEPARUH', 'Univ &#xD83D; Satu'))
    const xlsx = await upload(caller, zipSync(packed))
    expect(await readImport(caller, xlsx)).toMatchObject({ status: 'ready', done: 1 })
  })

  test('the export of rejected import lines shows identity numbers to the uploader and hides them from other administrators', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const location = { clubId: club.id, currentCountry: 'Canada' as const }
    const clubAdmin = await target.asNew({ role: 'club_admin_ln', ...location })
    const [successor, approver] = [
      await target.asNew({ role: 'club_admin_ln', ...location }),
      await target.asNew({ role: 'country_admin', currentCountry: 'Canada' }),
    ]
    const [ic, phone] = [buildIcNumber(), '+1 416-555-0188']
    const id = await upload(clubAdmin, `Nama,Email,No KP,Tel,Catatan\nTanpa Email,,${ic},${phone},${ic}\n`)
    const exportErrors = async (caller: Person) =>
      (await caller.call('GET', `/api/imports/${id}/errors`)).body
    const ownExport = await exportErrors(clubAdmin)
    expect(ownExport).toContain(ic)
    expect(ownExport).toContain('416-555-0188')
    for (const person of [successor, approver]) {
      const othersExport = await exportErrors(person)
      expect(othersExport).toContain('Tanpa Email')
      expect(othersExport).not.toContain(ic)
      expect(othersExport).not.toContain('0188')
    }
  })

  test('stored import lines contain no identity number in plaintext', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const number = buildIcNumber('98')
    const id = await upload(
      caller,
      `Nama,Email,IC\nRahsia,${uniqueName()}@contoh.my,${number}\n`,
      '?country=Japan',
    )
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

describe('applyImport', () => {
  test('a confirmed import creates pending users, changes nothing when repeated, and can be undone', async () => {
    const caller = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const club = await buildClub(target.database.db, { country: 'France' })
    const known = await buildUser(target.database.db, { currentCountry: 'France', institution: 'Lama' })
    const email = `${uniqueName()}@contoh.my`
    const file = [
      'Nama,Email,IC,Kelab,Institusi',
      `Siti Baharu,${email},${buildIcNumber()},${club.name.toUpperCase()},Sorbonne`,
      `${known.fullName},${known.email},${buildIcNumber()},${club.name},Baharu`,
    ].join('\n')
    const id = await upload(caller, file)
    const done = await apply(caller, id)
    expect(done).toMatchObject({ status: 'done', toWrite: 0, waiting: 1 })
    expect(done.outcomes).toMatchObject({ created: 1, changed: 1, failed: 0 })
    const siti = await readUser(email)
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
    expect(await readUser(known.email)).toMatchObject({
      institution: 'Baharu',
      clubId: club.id,
      birthYear: 1999,
    })
    expect((await confirm(caller, id)).statusCode).toBe(400)
    const again = await upload(caller, file)
    expect((await readImport(caller, again)).counts).toEqual({
      new: 0,
      change: 0,
      unchanged: 2,
      duplicate: 0,
      error: 0,
    })
    const undone = await undo(caller, id)
    expect(undone).toMatchObject({ status: 'undone' })
    expect(undone.outcomes).toMatchObject({ removed: 1, restored: 1, left: 0 })
    expect(await readUser(email)).toBeUndefined()
    const restored = await readUser(known.email)
    expect(restored).toMatchObject({ institution: 'Lama', clubId: null, icHash: null, birthYear: null })
    expect(await findIncorrectMaterializedCounters(target.database.db)).toEqual([])
    const recorded = await target.database.db
      .select({ kind: auditEvents.kind })
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(siti?.id)))
    expect(recorded.map(({ kind }) => kind)).toEqual(['user.imported', 'user.import_undone'])
  })

  test('an import writes and replaces every person field that a spreadsheet may contain, and undoing the import restores the earlier values', async () => {
    const { db } = target.database
    const caller = await target.asNew({ role: 'hq_admin' })
    const clubNames = [`Kelab ${uniqueName()}`, `Kelab ${uniqueName()}`] as const
    await buildClub(db, { country: 'Japan', name: clubNames[0] })
    await buildClub(db, { country: 'Germany', name: clubNames[1] })
    const email = `${uniqueName()}@contoh.my`
    const [icNumber, membershipNumber] = [buildIcNumber(), 'JP-2018-0901']
    // Cells of the first and the second imported file. Person fields without an entry are free text.
    const samples: Partial<Record<ImportField, readonly [string, string]>> = {
      fullName: ['Aminah Binti Salleh', 'Aminah Binti Salleh Osman'],
      email: [email, email],
      icNumber: [icNumber, icNumber],
      phone: ['+81 90-8181-0001', '+49 30-8181-0002'],
      membershipNumber: [membershipNumber, membershipNumber],
      birthState: ['Johor', 'Kedah'],
      currentCountry: ['Japan', 'Germany'],
      clubId: clubNames,
      educationLevel: ['ijazah', 'PhD'],
      startYear: ['2019', '2023'],
      endYear: ['2022', '2026'],
    }
    const headers = importFields.map(key => personFields[key].importedFrom.split(', ')[0])
    const importFile = async (index: 0 | 1) => {
      const cells = importFields.map(key => (samples[key] ?? [`${key} satu`, `${key} dua`])[index])
      const id = await upload(caller, [headers, cells].map(line => line.join(';')).join('\n'))
      expect((await listRows(caller, id)).flatMap(({ reasons }) => reasons)).toEqual([])
      await apply(caller, id, true)
      return id
    }
    type Row = Record<string, unknown>
    const readRow = async () => {
      const { icHash, ...columns } = (await readUser(email)) as typeof users.$inferSelect
      return { ...columns, icNumber: icHash } as Row
    }
    await importFile(0)
    const created = await readRow()
    expect(importFields.filter(key => created[key] === null)).toEqual([])
    const second = await importFile(1)
    const changed = await readRow()
    expect(replacedFields.filter(key => changed[key] === created[key])).toEqual([])
    await undo(caller, second)
    const restored = await readRow()
    expect(replacedFields.filter(key => restored[key] !== created[key])).toEqual([])
  })

  test('an import confirmed as an approval creates active members with the membership number of the file or the next free one', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const year = getYearInKualaLumpur(new Date())
    const emails = [uniqueName(), uniqueName(), uniqueName(), uniqueName()].map(name => `${name}@contoh.my`)
    const buildFile = (emailsOfFile: string[]) =>
      [
        'Nama,Email,Negara,No Ahli',
        `Satu Orang,${emailsOfFile[0]},New Zealand,NZ-2019-0007`,
        `Dua Orang,${emailsOfFile[1]},New Zealand,NZ-${year}-0002`,
        `Tiga Orang,${emailsOfFile[2]},New Zealand,GB-2019-0001`,
        `Empat Orang,${emailsOfFile[3]},New Zealand,`,
      ].join('\n')
    const id = await upload(caller, buildFile(emails))
    expect(listKinds(await listRows(caller, id))[2]).toEqual(['new', 'number_not_kept'])
    await apply(caller, id, true)
    const readNumbers = async (emailsOfFile: string[]) =>
      Promise.all(emailsOfFile.map(async email => (await readUser(email))?.membershipNumber ?? null))
    expect(await readNumbers(emails)).toEqual([
      'NZ-2019-0007',
      `NZ-${year}-0002`,
      `NZ-${year}-0001`,
      `NZ-${year}-0003`,
    ])
    expect(await readUser(emails[0] as string)).toMatchObject({
      status: 'active',
      approvedBy: caller.user.id,
    })
    // Members do not see imported users who have not accepted the terms yet.
    const neighbour = await target.asNew({ currentCountry: 'New Zealand' })
    expect((await neighbour.call('GET', '/api/people?search=Empat')).json()).toEqual([])
    expect((await caller.call('GET', '/api/users?search=Empat%20Orang&page=1')).json()).toHaveLength(1)
    const groups = sql`select 1 from group_members m join users u on u.id = m.user_id where u.email = ${emails[3]}`
    expect((await target.database.db.execute(groups)).rows).toEqual([])
    await undo(caller, id)
    const others = emails.map(email => `x${email}`)
    const second = await upload(caller, buildFile(others))
    expect(listKinds(await listRows(caller, second))[0]).toEqual(['new', 'number_not_kept'])
    await apply(caller, second, true)
    expect(await readNumbers(others)).toEqual([4, 5, 6, 7].map(n => `NZ-${year}-000${n}`))
    expect(await findIncorrectMaterializedCounters(target.database.db)).toEqual([])
  })

  test('undoing an import keeps and reports users who were edited or referenced after the import', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const emails = Array.from({ length: 4 }, () => `${uniqueName()}@contoh.my`)
    const known = await buildUser(target.database.db)
    const file = [
      'Nama,Email,Kursus',
      ...emails.map((email, n) => `Orang Ke ${n},${email},Kimia`),
      `${known.fullName},${known.email},Kimia`,
    ]
    const id = await upload(caller, file.join('\n'), '?country=Japan')
    await apply(caller, id)
    const [first, second] = await Promise.all(emails.slice(0, 2).map(readUser))
    expect((await caller.call('POST', `/api/users/${first?.id}/approve`)).statusCode).toBe(200)
    // A club refers to the second user, whose own row is unchanged.
    await target.database.db
      .insert(clubs)
      .values({ name: uniqueName(), country: 'Japan', adminId: second?.id })
    await target.database.db.update(users).set({ course: 'Biologi' }).where(eq(users.id, known.id))
    const undone = await undo(caller, id)
    expect(undone.outcomes).toMatchObject({ removed: 2, restored: 0, left: 3 })
    const left = (await listRows(caller, id)).filter(({ outcome }) => outcome === 'left')
    expect(left.map(({ reasons }) => reasons[0]?.code)).toEqual(['touched', 'touched', 'touched'])
    expect(await readUser(emails[0] as string)).toMatchObject({ status: 'active' })
    expect(await readUser(known.email)).toMatchObject({ course: 'Biologi' })
  })

  test('a possible duplicate in an import is updated, created or skipped as chosen for its line', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const name = `Farid Hakimi Rosli ${uniqueName()}`
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(n => buildUser(target.database.db, { fullName: `${name} ${n}`, course: null })),
    )
    const emails = [uniqueName(), uniqueName(), uniqueName()].map(word => `${word}@contoh.my`)
    const file = [
      'Nama,Email,Kursus',
      ...[one, two, three].map((person, n) => `${person?.fullName},${emails[n]},Kimia`),
    ]
    const id = await upload(caller, file.join('\n'), '?country=Japan')
    expect(listKinds(await listRows(caller, id))).toEqual(Array(3).fill(['duplicate', 'same_name']))
    const choose = (line: number, choice: unknown) =>
      caller.call('PUT', `/api/imports/${id}/rows/${line}`, { choice })
    expect((await choose(2, 'update')).statusCode).toBe(204)
    expect((await choose(3, 'create')).statusCode).toBe(204)
    expect((await choose(99, 'create')).statusCode).toBe(404)
    expect((await choose(3, 'raja')).statusCode).toBe(400)
    expect((await readImport(caller, id)).toWrite).toBe(2)
    const done = await apply(caller, id)
    expect(done.outcomes).toMatchObject({ created: 1, changed: 1 })
    expect(await readUser(one?.email as string)).toMatchObject({ course: 'Kimia' })
    expect(await readUser(emails[0] as string)).toBeUndefined()
    expect(await readUser(emails[1] as string)).toBeDefined()
    expect(await readUser(emails[2] as string)).toBeUndefined()
    expect((await choose(4, 'create')).json().code).toBe('import_over')
  })

  test('an import does not create a user whose email address was registered after the preview', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const emails = [uniqueName(), uniqueName()].map(word => `${word}@contoh.my`)
    const id = await upload(
      caller,
      `Nama,Email\nPertama,${emails[0]}\nKedua,${emails[1]}\n`,
      '?country=Japan',
    )
    const registered = await buildUser(target.database.db, { email: emails[0] as string })
    const done = await apply(caller, id)
    expect(done.outcomes).toMatchObject({ created: 1, failed: 1 })
    expect((await readUser(emails[0] as string))?.id).toBe(registered.id)
  })
})

describe('permissions of imports', () => {
  test('a club administrator proposes an import for the administered club and an approver confirms it', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const other = await buildClub(target.database.db, { country: 'Canada' })
    const clubAdmin = await target.asNew({ role: 'club_admin_ln', clubId: club.id, currentCountry: 'Canada' })
    const stranger = await target.asNew({ role: 'club_admin_ln', clubId: other.id, currentCountry: 'Canada' })
    const approver = await target.asNew({ role: 'country_admin', currentCountry: 'Canada' })
    const abroad = await target.asNew({ role: 'country_admin', currentCountry: 'China' })
    const secretary = await target.asNew({ role: 'club_secretary', clubId: club.id })
    const file = `Nama,Email,Kelab\nSatu,${uniqueName()}@contoh.my,\nDua,${uniqueName()}@contoh.my,${other.name}\n`
    const refused = await uploadFileAsUser(
      target.app,
      clubAdmin.cookie,
      `/api/imports?clubId=${other.id}`,
      file,
    )
    expect(refused.statusCode).toBe(403)
    expect((await uploadFileAsUser(target.app, secretary.cookie, '/api/imports', file)).statusCode).toBe(403)
    const id = await upload(clubAdmin, file)
    expect(listKinds(await listRows(clubAdmin, id))).toEqual([['new'], ['error', 'outside_scope']])
    for (const person of [stranger, abroad]) {
      expect((await person.call('GET', `/api/imports/${id}`)).statusCode).toBe(404)
      expect((await person.call('GET', `/api/imports/${id}/rows`)).statusCode).toBe(404)
      expect((await person.call('DELETE', `/api/imports/${id}`)).statusCode).toBe(404)
    }
    expect((await abroad.call('GET', '/api/imports')).json()).toEqual([])
    expect((await confirm(clubAdmin, id)).statusCode).toBe(403)
    expect((await clubAdmin.call('POST', `/api/imports/${id}/propose`)).statusCode).toBe(200)
    expect((await clubAdmin.call('POST', `/api/imports/${id}/propose`)).statusCode).toBe(409)
    // After proposing an import the club administrator can no longer change the choices for its lines.
    const skip = (caller: Person) => caller.call('PUT', `/api/imports/${id}/rows/2`, { choice: 'skip' })
    expect((await skip(clubAdmin)).statusCode).toBe(403)
    expect((await skip(approver)).statusCode).toBe(204)
    expect((await approver.call('PUT', `/api/imports/${id}/rows/2`, { choice: null })).statusCode).toBe(204)
    const notifications = (await approver.call('GET', '/api/notifications')).json() as { kind: string }[]
    expect(notifications.map(({ kind }) => kind)).toContain('import.proposed')
    const both = await Promise.all([confirm(approver, id), confirm(approver, id)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await runJob(id)
    expect(await readImport(clubAdmin, id)).toMatchObject({
      status: 'done',
      confirmedBy: approver.user.fullName,
    })
  })

  test('confirming an import returns 409 with the error import_changed when the number of lines to write has changed', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const id = await upload(caller, `Nama,Email\nSatu,${uniqueName()}@contoh.my\n`, '?country=Japan')
    const body = { isDecision: true, toWrite: 7, version: 1 }
    expect((await caller.call('POST', `/api/imports/${id}/confirm`, body)).json().code).toBe('import_changed')
    expect((await caller.call('POST', `/api/imports/${id}/confirm`, {})).statusCode).toBe(400)
    expect((await caller.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(409)
    expect((await caller.call('POST', `/api/imports/${id}/invite`)).statusCode).toBe(409)
    expect((await caller.call('DELETE', `/api/imports/${id}`)).statusCode).toBe(204)
    expect((await caller.call('GET', `/api/imports/${id}`)).statusCode).toBe(404)
  })

  test('an import stops when the user who confirmed it loses permission, and another approver can continue it', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const other = await target.asNew({ role: 'hq_admin' })
    const lines = Array.from({ length: 700 }, (_, n) => `Orang Bernombor ${n},${uniqueName()}@contoh.my`)
    const id = await upload(caller, ['Nama,Email', ...lines].join('\n'), '?country=Indonesia')
    expect((await confirm(caller, id, true)).statusCode).toBe(200)
    // The user who confirmed the import loses the role after the first batch.
    const context = buildTestServiceContext(target.database.db)
    let batches = 0
    const transaction: typeof context.transaction = async inner => {
      batches += 1
      if (batches === 2) {
        await target.database.db.update(users).set({ role: 'member' }).where(eq(users.id, caller.user.id))
      }
      return context.transaction(inner)
    }
    await runImportJob({ ...context, transaction }, id)
    expect(await readImport(other, id)).toMatchObject({ status: 'stopped', toWrite: 200, done: 500 })
    const done = await apply(other, id)
    expect(done).toMatchObject({ status: 'done', isDecision: true })
    expect(done.outcomes.created).toBe(700)
  })
})

describe('undoImport', () => {
  async function importPeople(caller: Person, count: number) {
    const emails = Array.from({ length: count }, () => `${uniqueName()}@contoh.my`)
    const lines = emails.map(email => `Dibuat Asal ${uniqueName()},${email}`)
    const id = await upload(caller, ['Nama,Email', ...lines].join('\n'), '?country=Japan')
    expect((await apply(caller, id)).outcomes.created).toBe(count)
    const people = await Promise.all(
      emails.map(async email => (await readUser(email)) as typeof users.$inferSelect),
    )
    return { id, people }
  }

  test('undoing an import again returns 409 without waiting while the undo job locks the import', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const { id } = await importPeople(caller, 1)
    expect((await caller.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(200)
    const job = await openDedicatedConnection(target.database.ownerUrl)
    await job.query('begin')
    await job.query('select from imports where id = $1 for update', [id])
    const again = await caller.call('POST', `/api/imports/${id}/undo`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'import_busy'])
    await job.query('rollback')
    await job.end()
    await runJob(id)
    expect((await caller.call('POST', `/api/imports/${id}/undo`)).json().code).toBe('import_over')
  })

  test('undoing an import removes unedited accounts although a migration has added a column, also for imports of an earlier release', async () => {
    const caller = await target.asNew({ role: 'hq_admin' })
    const { id, people } = await importPeople(caller, 3)
    const [, edited, old] = people
    const owner = await openDedicatedConnection(target.database.ownerUrl)
    const setStamp =
      'update import_rows set stamp = md5(u::text) from users u where u.id = user_id and u.id = $1'
    await owner.query(setStamp, [old?.id])
    await owner.query(`alter table users add column later text not null default 'x'`)
    await owner.query(`update users set full_name = 'Diubah', updated_at = now() where id = $1`, [edited?.id])
    const undone = await undo(caller, id)
    await owner.query('alter table users drop column later')
    await owner.end()
    expect(undone.outcomes).toMatchObject({ removed: 2, left: 1 })
    expect(await readUser(edited?.email as string)).toMatchObject({ fullName: 'Diubah' })
  })

  test('undoing an import keeps accounts that other records refer to and audits only the removed accounts', async () => {
    const { db } = target.database
    const caller = await target.asNew({ role: 'hq_admin' })
    const { id, people } = await importPeople(caller, 3)
    const [, used] = people
    await db.insert(savedViews).values({ userId: used?.id as number, list: 'members', name: 'x', search: '' })
    expect((await undo(caller, id)).outcomes).toMatchObject({ removed: 2, left: 1 })
    const events = await db
      .select({ id: auditEvents.targetId })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.kind, 'user.import_undone'),
          inArray(
            auditEvents.targetId,
            people.map(user => String(user.id)),
          ),
        ),
      )
    expect(events.map(event => event.id).sort()).toEqual(
      people.filter(user => user !== used).map(user => String(user.id)),
    )
  })

  test('undoing an import locks the database rows that it deletes in ascending order of id', async () => {
    const { db, pool } = target.database
    const caller = await target.asNew({ role: 'hq_admin' })
    const other = await buildUser(db)
    const { id, people } = await importPeople(caller, 2)
    await db.delete(likelyPairs)
    const ids = people.map(user => user.id).sort((a, b) => b - a)
    // Of two pairs of likely duplicates, the pair with the lower id contains the account with the higher id.
    const pairs = await db
      .insert(likelyPairs)
      .values(ids.map(highId => ({ lowId: other.id, highId, why: 'same_name' as const })))
      .returning({ id: likelyPairs.id })
    const [first, second] = pairs.map(pair => pair.id)
    expect((await caller.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(200)
    const lockHolder = await openDedicatedConnection(target.database.ownerUrl)
    await lockHolder.query('begin')
    await lockHolder.query('select from likely_pairs where id = $1 for update', [first])
    const undoing = runJob(id)
    const isBlocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(isBlocked)).rowCount, { timeout: 30_000 }).toBe(1)
    const free = await pool.query('select id from likely_pairs where id = $1 for update skip locked', [
      second,
    ])
    expect(free.rows).toEqual([{ id: second }])
    await lockHolder.query('rollback')
    await lockHolder.end()
    await undoing
    expect((await readImport(caller, id)).outcomes).toMatchObject({ removed: 2 })
  })
})

describe('imports of many lines', () => {
  const lineCount = 1000

  /** Builds a file in which new, changed, unchanged, duplicate and invalid lines alternate. */
  async function makeFile(country: 'Singapore') {
    const prefix = uniqueName()
    const known = await target.database.db
      .insert(users)
      .values(
        Array.from({ length: lineCount / 5 }, (_, n) => ({
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
    const lines = Array.from({ length: lineCount }, (_, n) => {
      const person = known[Math.floor(n / 5)]
      const newEmail = `${prefix}-n${n}@contoh.my`
      return [
        `Orang Baharu ${n},${newEmail},,Kimia`,
        `${person?.fullName},${person?.email},,Kimia`,
        `Orang Tetap ${n},${newEmail},,`,
        `${person?.fullName},${newEmail},,`,
        `,${newEmail},,`,
      ][n % 5]
    })
    return { prefix, file: ['Nama,Email,Telefon,Kursus', ...lines].join('\n') }
  }

  test('two concurrent imports, one interrupted by a crash, create each user once and leave exact counts, also after undo', async () => {
    const { db } = target.database
    const people = [await target.asNew({ role: 'hq_admin' }), await target.asNew({ role: 'hq_admin' })]
    const files = [await makeFile('Singapore'), await makeFile('Singapore')]
    const before = await db.$count(users)
    const ids = await Promise.all(
      people.map((caller, n) => upload(caller as Person, files[n]?.file ?? '', '?country=Singapore')),
    )
    const fifth = lineCount / 5
    for (const [n, id] of ids.entries()) {
      expect((await readImport(people[n] as Person, id)).counts).toEqual({
        new: 2 * fifth,
        change: fifth,
        unchanged: 0,
        duplicate: fifth,
        error: fifth,
      })
      expect((await confirm(people[n] as Person, id, true)).statusCode).toBe(200)
    }
    // The first import job fails in its second batch, which is rolled back.
    const context = buildTestServiceContext(db)
    let batches = 0
    const failingTransaction: typeof context.transaction = inner =>
      context.transaction(async tx => {
        const result = await inner(tx)
        batches += 1
        if (batches === 2) throw new Error('killed')
        return result
      })
    await Promise.all([
      expect(runImportJob({ ...context, transaction: failingTransaction }, ids[0] as number)).rejects.toThrow(
        'killed',
      ),
      runJob(ids[1] as number),
    ])
    expect(await readImport(people[0] as Person, ids[0] as number)).toMatchObject({ status: 'applying' })
    await db
      .update(imports)
      .set({ updatedAt: sql`now() - interval '1 minute'` })
      .where(eq(imports.id, ids[0] as number))
    await enqueueJobsOfStalledImports(context)
    await moveQueuedJobsToGraphileWorker(db)
    const queued = sql`select 1 from graphile_worker.jobs where key = ${`import:${ids[0]}`}`
    expect((await db.execute(queued)).rows).toHaveLength(1)
    await runJob(ids[0] as number)
    expect(await db.$count(users)).toBe(before + 4 * fifth)
    for (const [n, id] of ids.entries()) {
      const detail = await readImport(people[n] as Person, id)
      expect(detail).toMatchObject({ status: 'done', toWrite: 0 })
      expect(detail.outcomes).toMatchObject({ created: 2 * fifth, changed: fifth, failed: 0 })
      // Membership numbers ascend in file order despite the concurrent import.
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
             where membership_number like 'SG-' || ${getYearInKualaLumpur(new Date())} || '-%') as given
        from membership_counters where country_code = 'SG' and year = ${getYearInKualaLumpur(new Date())}`)
    expect(rows).toEqual([{ last: 4 * fifth, given: 4 * fifth }])
    expect(await findIncorrectMaterializedCounters(db)).toEqual([])
    const again = await upload(people[1] as Person, files[0]?.file ?? '', '?country=Singapore')
    expect((await readImport(people[1] as Person, again)).counts).toMatchObject({ new: 0, change: 0 })
    for (const [n, id] of ids.entries()) {
      const undone = await undo(people[n] as Person, id)
      expect(undone.outcomes).toMatchObject({ removed: 2 * fifth, restored: fifth, left: 0 })
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
    expect(await findIncorrectMaterializedCounters(db)).toEqual([])
  })
})

test('deleteExpiredImports deletes the lines of an import after 31 days without change', async () => {
  const caller = await target.asNew({ role: 'hq_admin' })
  const id = await upload(caller, `Nama,Email\nSatu,${uniqueName()}@contoh.my\n`, '?country=Japan')
  const { deleteExpiredImports: sweepImports } = await import(
    '#server/features/imports/management/run-import-job.service.ts'
  )
  const { db } = target.database
  await db.update(imports).set({ updatedAt: sql`now() - interval '31 days'` }).where(eq(imports.id, id))
  await sweepImports(buildTestServiceContext(db))
  expect(await db.$count(importRows, eq(importRows.importId, id))).toBe(0)
})

test('POST /api/imports returns 415 for a body that is not multipart form data', async () => {
  const caller = await target.asNew({ role: 'hq_admin' })
  const response = await target.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: { 'content-type': 'text/csv', origin: 'http://perantau.test', cookie: caller.cookie },
    payload: Readable.from(['a,b\n']),
  })
  expect(response.statusCode).toBe(415)
})
