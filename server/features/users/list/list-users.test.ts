import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { type Caller, createServiceContextForActor, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { Actor } from '#shared/policies.ts'
import { exportUsers } from './export-users.service.ts'

const target = setUpApp()
let admin: Caller & { user: { id: number } }
let clubId = 0

beforeAll(async () => {
  const { db } = target.database
  admin = await target.asNew({ role: 'system_admin', fullName: 'Zzz Pentadbir', currentCountry: null })
  clubId = (await buildClub(db, { country: 'Germany', name: 'Kelab Köln' })).id
  const people = [
    {
      fullName: 'Ahmad Faiz',
      email: 'ahmad@contoh.my',
      currentCountry: 'Germany',
      clubId,
      institution: 'TU Berlin',
    },
    {
      fullName: 'Siti Hajar',
      email: 'hajar@contoh.my',
      currentCountry: 'Germany',
      membershipNumber: 'DE-2026-0042',
    },
    { fullName: 'Nur Al-Amin', email: 'amin@contoh.my', currentCountry: 'France', educationLevel: 'sarjana' },
    { fullName: '=1+1', email: 'formula@contoh.my', currentCountry: 'France', course: '@SUM(A1)' },
    {
      fullName: '100% Setuju_Sangat',
      email: 'peratus@contoh.my',
      currentCountry: 'China',
      role: 'club_secretary',
    },
    { fullName: 'Belum Lulus', email: 'belum@contoh.my', currentCountry: 'Germany', status: 'pending' },
  ] as const
  for (const person of people) await buildUser(db, person)
})

const listNames = async (query: string) =>
  (await admin.call('GET', `/api/users?page=1&${query}`))
    .json()
    .map((row: { fullName: string }) => row.fullName)

describe('listUsers', () => {
  test.each([
    ['search=FAIZ', ['Ahmad Faiz']],
    ['search=hajar@', ['Siti Hajar']],
    ['search=2026-0042', ['Siti Hajar']],
    ['search=al', ['Nur Al-Amin']],
    ['search=aj', []],
    ['search=100%25', ['100% Setuju_Sangat']],
    ['search=setuju_', ['100% Setuju_Sangat']],
    ['search=%25%25%25', []],
    ['search=tiada-sesiapa', []],
    ['country=Germany', ['Ahmad Faiz', 'Belum Lulus', 'Siti Hajar']],
    ['country=Germany&status=active', ['Ahmad Faiz', 'Siti Hajar']],
    ['status=pending', ['Belum Lulus']],
    ['role=club_secretary', ['100% Setuju_Sangat']],
    ['educationLevel=sarjana', ['Nur Al-Amin']],
    ['institution=berlin', ['Ahmad Faiz']],
    ['from=2999-01-01T00:00:00Z', []],
    ['country=France&sort=-fullName', ['Nur Al-Amin', '=1+1']],
  ])('GET /api/users with %s returns the matching members and their count', async (query, names) => {
    const response = await admin.call('GET', `/api/users?page=1&${query}`)
    expect(response.json().map((row: { fullName: string }) => row.fullName)).toEqual(names)
    expect(response.headers['x-total-count']).toBe(String(names.length))
  })

  test('the member list filtered by club returns the name of the club in each row', async () => {
    const [row] = (await admin.call('GET', `/api/users?page=1&clubId=${clubId}`)).json()
    expect(row).toMatchObject({
      fullName: 'Ahmad Faiz',
      clubId,
      clubName: 'Kelab Köln',
      icNumber: null,
      age: null,
    })
  })

  test('the age in the member list and in the profile changes at midnight in Kuala Lumpur', async () => {
    const member = await target.asNew({ birthYear: 1999, currentCountry: 'Singapore' })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T16:00:00Z') })
    try {
      expect((await admin.call('GET', '/api/users?page=1&country=Singapore')).json()).toMatchObject([
        { age: 28 },
      ])
      expect((await member.call('GET', '/api/profile')).json()).toMatchObject({ age: 28 })
    } finally {
      vi.useRealTimers()
    }
  })

  test('pages of the member list do not overlap when requested by page number or by cursor', async () => {
    const all = await listNames('pageSize=200&sort=-createdAt')
    const byNumber: string[] = []
    for (let page = 1; page <= 4; page++) {
      byNumber.push(
        ...(await admin.call('GET', `/api/users?page=${page}&pageSize=2&sort=-createdAt`))
          .json()
          .map((row: { fullName: string }) => row.fullName),
      )
    }
    expect(byNumber).toEqual(all.slice(0, 8))
    const byKey: string[] = []
    let after = ''
    do {
      const response = await admin.call(
        'GET',
        `/api/users?pageSize=2&sort=-createdAt${after ? `&after=${after}` : '&page=1'}`,
      )
      byKey.push(...response.json().map((row: { fullName: string }) => row.fullName))
      after = String(response.headers['x-next-after'] ?? '')
    } while (after)
    expect(byKey).toEqual(all)
  })

  test('the member list returns 400 for an invalid cursor, page, sort order or filter', async () => {
    for (const query of [
      'after=abc',
      `after=${Buffer.from('["x"]').toString('base64url')}`,
      `after=${Buffer.from('["bukan masa", 3]').toString('base64url')}&sort=createdAt`,
      'page=0',
      'page=1&pageSize=201',
      'page=1001&pageSize=10',
      'page=1&sort=password',
      'page=1&status=king',
      'page=1&hack=1',
      'page=1&from=yesterday',
    ]) {
      const response = await admin.call('GET', `/api/users?${query}`)
      expect([query, response.statusCode]).toEqual([query, 400])
    }
  })

  test('the member list without a page parameter streams all rows, with the same fields as in a page', async () => {
    const { db } = target.database
    for (let i = 0; i < 25; i++) await buildUser(db, { currentCountry: 'New Zealand' })
    const { pool } = target.database
    await pool.query(
      `insert into users (username, email, full_name, status, current_country)
       select 'nz' || n, 'nz' || n || '@contoh.my', 'Kiwi ' || n, 'active', 'New Zealand' from generate_series(1, 2100) n`,
    )
    const whole = await admin.call('GET', '/api/users?country=New%20Zealand')
    const rows = whole.json()
    expect(whole.headers['x-total-count']).toBe('2125')
    expect(new Set(rows.map(({ id }: { id: number }) => id)).size).toBe(2125)
    const page = (await admin.call('GET', '/api/users?country=New%20Zealand&page=1&pageSize=1')).json()
    expect(Object.keys(rows[0])).toEqual(Object.keys(page[0]))
    expect((await admin.call('GET', '/api/users?country=Canada')).json()).toEqual([])
  })
})

describe('exportUsers', () => {
  const exportCsv = async (query: string) => admin.call('GET', `/api/users/export?format=csv&${query}`)

  test('the CSV export contains the filtered members in UTF-8 with formulas escaped', async () => {
    const response = await exportCsv('country=France')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="ahli-\d{4}-\d\d-\d\d.csv"/,
    )
    const lines = response.body.split('\r\n')
    const knownTitles = (
      'No. Keahlian,Nama Penuh,Email,Peranan,Status,Negara,Kelab,Institusi,Kursus,' +
      'Peringkat Pengajian,Tahun Mula,Tahun Tamat,Tarikh Daftar,Tarikh Lulus'
    ).split(',')
    const titles = lines[0]?.replace(/^\uFEFF/, '').split(',')
    expect(titles?.filter(title => knownTitles.includes(title))).toEqual(knownTitles)
    expect(lines).toHaveLength(4)
    expect(response.body).toContain("'=1+1")
    expect(response.body).toContain("'@SUM(A1)")
    expect(response.body).not.toContain('Ahmad')
  })

  test('the CSV export names countries in the language of the reader', async () => {
    const { db } = target.database
    await buildUser(db, { fullName: 'Ahli Belanda', currentCountry: 'Netherlands' })
    const malay = await exportCsv('country=Netherlands')
    const [row] = parse(malay.body, { columns: true, bom: true }) as Record<string, string>[]
    expect(row?.Negara).toBe('Belanda')
    const english = await target.app.inject({
      method: 'GET',
      url: '/api/users/export?format=csv&country=Netherlands',
      headers: { cookie: `${admin.cookie}; language=en` },
    })
    const [englishRow] = parse(english.body, { columns: true, bom: true }) as Record<string, string>[]
    expect(Object.values(englishRow ?? {})).toContain('Netherlands')
  })

  test('the CSV export writes labels instead of codes, dates in Malaysian time and empty cells for missing values', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Canada', name: 'Kelab Québec' })
    await buildUser(db, {
      fullName: 'Lengkap, Sungguh',
      email: 'lengkap@contoh.my',
      membershipNumber: 'CA-2026-0001',
      role: 'club_admin_ln',
      currentCountry: 'Canada',
      clubId: club.id,
      institution: 'Sapienza',
      course: 'Fizik',
      educationLevel: 'doktor_falsafah',
      startYear: 2024,
      endYear: 2027,
      createdAt: new Date('2026-01-31T15:59:59Z'),
      approvedAt: new Date('2026-01-31T16:00:00Z'),
    })
    await buildUser(db, {
      fullName: 'Kosong',
      email: 'kosong@contoh.my',
      status: 'pending',
      currentCountry: 'Canada',
      createdAt: new Date('2026-02-01T00:00:00Z'),
    })
    const { body } = await exportCsv('country=Canada')
    const records = parse(body, { columns: true, bom: true }) as Record<string, string>[]
    expect(records).toHaveLength(2)
    expect(records[0]).toMatchObject({
      'No. Keahlian': '',
      'Nama Penuh': 'Kosong',
      Email: 'kosong@contoh.my',
      Peranan: 'Ahli Kelab',
      Status: 'Menunggu',
      Negara: 'Canada',
      Kelab: '',
      Institusi: '',
      Kursus: '',
      'Peringkat Pengajian': '',
      'Tahun Mula': '',
      'Tahun Tamat': '',
      'Tarikh Daftar': '2026-02-01',
      'Tarikh Lulus': '',
    })
    expect(records[1]).toMatchObject({
      'No. Keahlian': 'CA-2026-0001',
      'Nama Penuh': 'Lengkap, Sungguh',
      Email: 'lengkap@contoh.my',
      Peranan: 'Pentadbir Kelab LN',
      Status: 'Aktif',
      Negara: 'Canada',
      Kelab: 'Kelab Québec',
      Institusi: 'Sapienza',
      Kursus: 'Fizik',
      'Peringkat Pengajian': 'Doktor Falsafah',
      'Tahun Mula': '2024',
      'Tahun Tamat': '2027',
      'Tarikh Daftar': '2026-01-31',
      'Tarikh Lulus': '2026-02-01',
    })
  })

  test('the XLSX export is readable by read-excel-file and contains text cells only', async () => {
    const response = await admin.call('GET', '/api/users/export?format=xlsx&country=France')
    const table = await readSheet(response.rawPayload)
    expect(table[0]?.[1]).toBe('Nama Penuh')
    expect(table.slice(1).map(row => row[1])).toEqual(['=1+1', 'Nur Al-Amin'])
    const sheet = strFromU8(unzipSync(response.rawPayload)['xl/worksheets/sheet1.xml'] as Uint8Array)
    expect(sheet).not.toContain('<f>')
  })

  test('an export writes an audit event with caller and format but without the search text', async () => {
    await exportCsv('search=Ahmad')
    const events = await target.database.db.select().from(auditEvents)
    const exported = events.filter(({ kind }) => kind === 'users.exported').at(-1)
    expect(exported).toMatchObject({ actorId: admin.user.id, details: { format: 'csv', isSearched: true } })
    expect(JSON.stringify(exported)).not.toContain('Ahmad')
  })

  test('with 10,050 members the XLSX export returns 413, the CSV export is complete, and list totals stop at 10,000', async () => {
    // Database triggers are bypassed for speed; the inserted users are deleted at the end of the test.
    const owner = await openDedicatedConnection(target.database.superuserUrl)
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into users (username, email, full_name, status, current_country)
       select 'us' || n, 'us' || n || '@contoh.my', 'Banyak ' || n, 'active', 'United States' from generate_series(1, 10050) n`,
    )
    const [person] = await target.database.db.select().from(users).where(eq(users.id, admin.user.id))
    const context = createServiceContextForActor(target.database.db, person as Actor)
    const exportSheet = (maxRows: number) =>
      exportUsers(context, { format: 'xlsx', country: 'United States', sort: 'fullName' }, maxRows)
    await expect(exportSheet(10_049)).rejects.toMatchObject({ status: 413, code: 'too_many_rows' })
    await expect(exportSheet(10_050)).resolves.toBeDefined()
    const all = await exportCsv('country=United%20States')
    expect(all.body.split('\r\n')).toHaveLength(10_052)
    // The member export contains each member once in any sort order, also when all sort values are equal.
    for (const sort of ['-createdAt', 'institution', 'role']) {
      const sorted = (await exportCsv(`country=United%20States&sort=${sort}`)).body.split('\r\n')
      expect(new Set(sorted).size).toBe(10_052)
      expect(sorted).toHaveLength(10_052)
    }
    // A cancelled export query is repeated with fewer lines.
    const lockHolder = await openDedicatedConnection(target.database.superuserUrl)
    const stream = await exportUsers(context, { format: 'csv', country: 'United States', sort: 'fullName' })
    await lockHolder.query('begin; lock table clubs in access exclusive mode')
    const exportText = text(stream)
    await waitUntil(async () => {
      const { rowCount } = await owner.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%string_agg%'`,
      )
      return rowCount === 1
    })
    await lockHolder.query('rollback')
    await lockHolder.end()
    expect((await exportText).split('\r\n')).toHaveLength(10_052)
    // Filtered lists count 3,000 matches, or up to the next hundred after the page if that is more.
    for (const [page, total] of [
      [1, '3000'],
      [100, '3000'],
      [500, '5100'],
    ] as const) {
      const { headers } = await admin.call('GET', `/api/users?page=${page}&pageSize=10&search=Banyak`)
      expect([headers['x-total-count'], headers['x-total-capped']]).toEqual([total, '1'])
    }
    // The search finds members at the end, in the middle and throughout the sort order.
    for (const [search, names] of [
      ['Banyak 10050', ['Banyak 10050']],
      ['us999', ['Banyak 999', ...Array.from({ length: 9 }, (_, n) => `Banyak 999${n}`)]],
      ['ba', ['Banyak 1', 'Banyak 10', 'Banyak 100', 'Banyak 1000']],
    ] as const) {
      const found = (
        await admin.call('GET', `/api/users?page=1&pageSize=10&country=United%20States&search=${search}`)
      ).json()
      expect(found.map((row: { fullName: string }) => row.fullName).slice(0, names.length)).toEqual(names)
    }
    await owner.query(`delete from users where current_country = 'United States'`)
    await owner.end()
  })
})

describe('readUserCountSummary, listRecentUsers and findPeopleToChatWith', () => {
  test('the user summary counts the same users as the member list for system, country and club administrators', async () => {
    const { db } = target.database
    const all = (await admin.call('GET', '/api/users')).json() as {
      status: string
      role: string
      currentCountry: string | null
    }[]
    const summary = (await admin.call('GET', '/api/users/summary')).json()
    const countUsersBy = (key: 'status' | 'role', value: string) =>
      all.filter(row => row[key] === value).length
    expect(summary.total).toBe(all.length)
    for (const status of ['pending', 'active', 'inactive', 'rejected'])
      expect(summary.byStatus[status]).toBe(countUsersBy('status', status))
    for (const role of ['system_admin', 'club_secretary', 'member'])
      expect(summary.byRole[role]).toBe(countUsersBy('role', role))
    const active = all.filter(row => row.status === 'active' && row.currentCountry)
    expect(summary.countries).toBe(new Set(active.map(row => row.currentCountry)).size)
    expect(summary.clubs).toBe(2)
    const countryAdmin = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    const german = (await countryAdmin.call('GET', '/api/users/summary')).json()
    expect(german).toMatchObject({ countries: 1, clubs: 1, byStatus: { pending: 1 } })
    const clubSecretary = await target.asNew({ role: 'club_secretary', currentCountry: 'Germany', clubId })
    expect((await clubSecretary.call('GET', '/api/users/summary')).json()).toMatchObject({
      total: 2,
      byStatus: { active: 2, pending: 0 },
      byRole: { club_secretary: 1, member: 1 },
      countries: 1,
      clubs: 1,
    })
    const secretaryWithoutClub = await target.asNew({ role: 'club_secretary', clubId: null })
    expect((await secretaryWithoutClub.call('GET', '/api/users/summary')).json()).toMatchObject({
      total: 0,
      countries: 0,
      clubs: 0,
    })
    const applicant = await buildUser(db, { status: 'pending', currentCountry: 'Germany' })
    const before = (await countryAdmin.call('GET', '/api/users/summary')).json().newThisMonth
    await countryAdmin.call('POST', `/api/users/${applicant.id}/approve`)
    expect((await countryAdmin.call('GET', '/api/users/summary')).json().newThisMonth).toBe(before + 1)
  })

  test('GET /api/users/recent returns the five newest users, and to a member only active users of the same club', async () => {
    const { db } = target.database
    const member = await target.asNew({ clubId, currentCountry: 'Germany' })
    await buildUser(db, { clubId, currentCountry: 'Germany', status: 'pending', fullName: 'Masih Menunggu' })
    const visible = (await member.call('GET', '/api/users/recent')).json()
    expect(visible.map((row: { fullName: string }) => row.fullName)).not.toContain('Masih Menunggu')
    expect(Object.keys(visible[0]).sort()).toEqual(['createdAt', 'fullName', 'institution', 'status'])
    const forAdmin = (await admin.call('GET', '/api/users/recent')).json()
    expect(forAdmin).toHaveLength(5)
    expect(forAdmin[0].fullName).toBe('Masih Menunggu')
    const withoutClub = await target.asNew({ clubId: null })
    expect((await withoutClub.call('GET', '/api/users/recent')).json()).toEqual([])
  })

  test('GET /api/people finds active users of the same country by name', async () => {
    const caller = await target.asNew({ currentCountry: 'Germany', clubId: null })
    const findUsers = async (search: string) =>
      (await caller.call('GET', `/api/people?search=${search}`))
        .json()
        .map((row: { fullName: string }) => row.fullName)
    expect(await findUsers('faiz')).toEqual(['Ahmad Faiz'])
    expect(await findUsers('ha')).toEqual(['Siti Hajar'])
    expect(await findUsers('Belum')).toEqual([])
    expect(await findUsers('Amin')).toEqual([])
    const [row] = (await caller.call('GET', '/api/people?search=faiz')).json()
    expect(Object.keys(row).sort()).toEqual(['clubName', 'fullName', 'id', 'profileImageUrl'])
  })
})

describe('countPendingUsers', () => {
  test('GET /api/users/pending/count counts pending applicants within the scope of the caller', async () => {
    const countUsersFor = async (overrides: Parameters<typeof target.asNew>[0]) => {
      const caller = await target.asNew(overrides)
      return (await caller.call('GET', '/api/users/pending/count')).json().count
    }
    const { db } = target.database
    const before = await countUsersFor({ role: 'hq_admin' })
    const japan = await countUsersFor({ role: 'country_admin', currentCountry: 'Japan' })
    for (const currentCountry of ['Japan', 'Japan', 'France', null] as const) {
      await buildUser(db, { status: 'pending', currentCountry })
    }
    expect(await countUsersFor({ role: 'hq_admin' })).toBe(before + 4)
    expect(await countUsersFor({ role: 'country_admin', currentCountry: 'Japan' })).toBe(japan + 2)
    expect(await countUsersFor({ role: 'country_admin', currentCountry: null })).toBe(0)
  })
})
