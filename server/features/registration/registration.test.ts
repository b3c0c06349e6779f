import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountTokens } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { decryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import { countAttemptIfAllowed, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { registerBody } from '#shared/contracts/registration/registration.schemas.ts'
import { errorTexts } from '#texts/errors.ts'

const target = setUpApp()
let counter = 0

const buildBody = (overrides: Record<string, unknown> = {}) => {
  counter++
  return { email: `baru${counter}@contoh.my`, password: 'ombak-biru-77', fullName: 'Nur Aina', ...overrides }
}

async function postRegistration(body: object, remoteAddress = '10.0.0.1') {
  return target.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { origin: 'http://perantau.test' },
    payload: body,
    remoteAddress,
  })
}

async function readUser(email: string) {
  const [row] = await target.database.db.select().from(users).where(eq(users.email, email))
  return row as typeof users.$inferSelect
}

describe('registerUser', () => {
  test('registering with all fields creates a pending user, notifies the approvers and queues an email', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Japan' })
    const [hq, japanAdmin, franceAdmin] = [
      await buildUser(db, { role: 'hq_admin' }),
      await buildUser(db, { role: 'country_admin', currentCountry: 'Japan' }),
      await buildUser(db, { role: 'country_admin', currentCountry: 'France' }),
    ]
    const body = buildBody({
      username: 'Aina.99',
      icNumber: '990101-14-5678',
      phone: '+81 90 1234 5678',
      birthState: 'Johor',
      currentCountry: 'Japan',
      clubId: club.id,
      socialMedia: [{ platform: 'Instagram', url: 'https://instagram.com/aina' }],
      institution: 'Universiti Tokyo',
      course: 'Kejuruteraan',
      educationLevel: 'sarjana_muda',
      startYear: 2024,
      endYear: 2028,
      confirmPassword: 'ombak-biru-77',
      terms: true,
      age: 12,
      role: 'member',
      status: 'pending',
    })
    const response = await postRegistration(body)
    expect([response.statusCode, response.json()]).toEqual([
      201,
      { message: 'Permohonan telah dihantar. Sila tunggu kelulusan pentadbir.', isMailed: false },
    ])
    expect(response.headers['set-cookie']).toBeUndefined()
    const user = await readUser(body.email)
    expect(user).toMatchObject({
      username: 'aina.99',
      role: 'member',
      status: 'pending',
      birthYear: 1999,
      currentCountry: 'Japan',
      clubId: club.id,
      membershipNumber: null,
      emailConfirmedAt: null,
      socialMedia: [{ platform: 'Instagram', url: 'https://instagram.com/aina' }],
    })
    expect(decryptIdentityNumber(testSecret, user.id, user.icEncrypted as Buffer)).toBe('990101145678')
    const notified = await db
      .select()
      .from(notifications)
      .where(sql`params->>'userId' = ${String(user.id)}`)
    const ids = notified.map(({ userId }) => userId)
    expect(ids).toEqual(expect.arrayContaining([hq.id, japanAdmin.id]))
    expect(ids).not.toContain(franceAdmin.id)
    const [event] = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(user.id)))
    expect(event).toMatchObject({ kind: 'user.registered', actorId: null, country: 'Japan' })
    const history = await db.select().from(userHistory).where(eq(userHistory.userId, user.id))
    expect(history).toMatchObject([{ status: 'pending', currentCountry: 'Japan', clubId: club.id }])
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    expect(mails).toMatchObject([{ kind: 'user.registered', recipient: body.email }])
  })

  test('registering stores the language of the form for an applicant, and no language for a person registered by an administrator', async () => {
    const admin = await target.asNew({ role: 'hq_admin' })
    const [english, malay, entered] = [buildBody(), buildBody(), buildBody()]
    const registerInLanguage = (language: string, body: object, cookie = '') =>
      target.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: body,
        headers: { origin: 'http://perantau.test', cookie: `language=${language}; ${cookie}` },
        remoteAddress: '10.0.0.9',
      })
    const responses = [
      await registerInLanguage('en', english),
      await registerInLanguage('ms', malay),
      await registerInLanguage('en', entered, admin.cookie),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect((await readUser(english.email)).language).toBe('en')
    expect((await readUser(malay.email)).language).toBe('ms')
    expect((await readUser(entered.email)).language).toBeNull()
  })

  test('a registration with required fields only stores null in the optional fields', async () => {
    const empty = { icNumber: '', phone: '', birthState: '', currentCountry: '', clubId: '', institution: '' }
    const body = buildBody({
      ...empty,
      username: '',
      educationLevel: '',
      startYear: '',
      endYear: '',
      socialMedia: [],
    })
    expect((await postRegistration(body)).statusCode).toBe(201)
    expect(await readUser(body.email)).toMatchObject({
      username: body.email.split('@')[0],
      icEncrypted: null,
      phone: null,
      birthState: null,
      currentCountry: null,
      clubId: null,
      startYear: null,
      socialMedia: [],
    })
  })

  test('registering accepts null in every optional field', async () => {
    const names = Object.keys(registerBody.def.shape)
    const required = ['email', 'password', 'fullName']
    const nullFields = names.filter(name => !required.includes(name)).map(name => [name, null])
    const body = buildBody(Object.fromEntries(nullFields))
    const response = await postRegistration(body)
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
    expect(await readUser(body.email)).toMatchObject({ role: 'member', phone: null, startYear: null })
    expect((await postRegistration(buildBody({ fullName: null }))).statusCode).toBe(400)
  })

  test('registering another person with an empty password stores no password', async () => {
    const secretary = await target.asNew({ role: 'club_secretary' })
    const body = buildBody({ password: '', invitation: '', role: '', status: '' })
    expect((await secretary.call('POST', '/api/auth/register', body)).statusCode).toBe(201)
    expect(await readUser(body.email)).toMatchObject({ password: null, agreedAt: null })
  })

  test('registering another person records the signed-in user as actor and keeps the session', async () => {
    const secretary = await target.asNew({ role: 'club_secretary' })
    const body = buildBody()
    const response = await secretary.call('POST', '/api/auth/register', body)
    expect(response.statusCode).toBe(201)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect((await secretary.call('GET', '/api/auth/me')).json().id).toBe(secretary.user.id)
    const [event] = await target.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String((await readUser(body.email)).id)))
    expect(event?.actorId).toBe(secretary.user.id)
  })

  test('ten concurrent registrations whose email addresses yield the same username get distinct suffixes', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        postRegistration(buildBody({ email: `ramai@kampus${index}.my` })),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    const rows = await target.database.db
      .select({ username: users.username })
      .from(users)
      .where(sql`email like 'ramai@%'`)
    expect(new Set(rows.map(({ username }) => username)).size).toBe(10)
    expect(rows.every(({ username }) => username.startsWith('ramai'))).toBe(true)
  })
})

describe('guarantee 5: fields an applicant must not set', () => {
  test.each([
    ['role', { role: 'system_admin' }],
    ['status', { status: 'active' }],
    ['membershipNumber', { membershipNumber: 'GB-2026-0001' }],
    ['approvedBy', { approvedBy: 1 }],
    ['approvedAt', { approvedAt: '2026-01-01T00:00:00Z' }],
    ['googleId', { googleId: '123' }],
    ['id', { id: 1 }],
    ['profileImageId', { profileImageId: '0f8fad5b-d9cb-469f-a165-70867728950e' }],
    ['emailConfirmedAt', { emailConfirmedAt: '2026-01-01T00:00:00Z' }],
    ['isAdmin', { isAdmin: true }],
  ])('registering with the field %s returns 400 and names the field', async (name, extra) => {
    const body = buildBody(extra)
    const response = await postRegistration(body)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toEqual([name])
    expect(await readUser(body.email)).toBeUndefined()
  })

  test('registering returns 400 when the request body has a property __proto__ or constructor', async () => {
    for (const extra of ['"__proto__": {"role": "system_admin"}', '"constructor": {"prototype": {"x": 1}}']) {
      const response = await target.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        headers: { 'content-type': 'application/json', origin: 'http://perantau.test' },
        payload: `${JSON.stringify(buildBody()).slice(0, -1)}, ${extra}}`,
      })
      expect(response.statusCode).toBe(400)
    }
  })

  test('registering returns 400 for a club that is inactive, in another country, unknown or without a country', async () => {
    const { db } = target.database
    const inactive = await buildClub(db, { country: 'Japan', isActive: false })
    const elsewhere = await buildClub(db, { country: 'France' })
    for (const [clubId, currentCountry] of [
      [inactive.id, 'Japan'],
      [elsewhere.id, 'Japan'],
      [999_999, 'Japan'],
      [elsewhere.id, undefined],
    ]) {
      const response = await postRegistration(buildBody({ clubId, currentCountry }))
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['clubId']])
    }
  })
})

describe('guarantee 5: duplicate registrations', () => {
  const expectedBody = {
    code: 'already_registered',
    message: errorTexts.already_registered,
    requestId: expect.any(String),
  }

  test.each(['sama@contoh.my', 'SAMA@Contoh.MY', 'ｓａｍａ@contoh.my', ' sama@contoh.my '])(
    'registering with the email address %s returns 409 when sama@contoh.my is registered',
    async email => {
      await postRegistration(buildBody({ email: 'sama@contoh.my' }))
      const response = await postRegistration(buildBody({ email }))
      expect([response.statusCode, response.json()]).toEqual([409, expectedBody])
    },
  )

  test('registering returns 409 for a taken username in full-width letters', async () => {
    expect((await postRegistration(buildBody({ username: 'Kembar' }))).statusCode).toBe(201)
    const response = await postRegistration(buildBody({ username: 'ＫＥＭＢＡＲ' }))
    expect([response.statusCode, response.json()]).toEqual([409, expectedBody])
  })

  test('registering returns 409 for a taken identity number in another notation', async () => {
    expect((await postRegistration(buildBody({ icNumber: '880808-08-8888' }))).statusCode).toBe(201)
    const response = await postRegistration(buildBody({ icNumber: ' 880808088888 ' }))
    expect([response.statusCode, response.json()]).toEqual([409, expectedBody])
  })

  test('five concurrent registrations with the same data create one account and one email', async () => {
    const body = buildBody()
    const responses = await Promise.all(Array.from({ length: 5 }, () => postRegistration(body)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
    const mails = await target.database.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, body.email))
    expect(mails).toHaveLength(1)
  })
})

describe('validation of registerUser', () => {
  test.each([
    [{ password: 'lima5' }, 'password', 'Kata laluan mestilah sekurang-kurangnya 6 aksara'],
    [{ confirmPassword: 'lain' }, 'confirmPassword', 'Kata laluan tidak sepadan'],
    [{ password: 'password' }, 'password', 'Kata laluan ini terlalu mudah diteka. Sila pilih yang lain.'],
    [{ email: 'bukan email' }, 'email', 'Format email tidak sah'],
    [{ fullName: '   ' }, 'fullName', 'Nama penuh diperlukan'],
    [{ fullName: '\u200B\u3164\u2800' }, 'fullName', 'Nama penuh diperlukan'],
    [{ password: '👍👍👍' }, 'password', 'Kata laluan mestilah sekurang-kurangnya 6 aksara'],
    [{ terms: false }, 'terms', 'Sila baca dan terima terma dan syarat'],
    [{ icNumber: '010229-10-1234' }, 'icNumber', 'No. kad pengenalan tidak sah (contoh: 990101-14-5678)'],
    [{ currentCountry: 'Atlantis' }, 'currentCountry', 'Sila pilih daripada senarai'],
    [{ educationLevel: 'tadika' }, 'educationLevel', 'Sila pilih daripada senarai'],
    [{ startYear: 2026, endYear: 2025 }, 'endYear', 'Tahun tamat tidak boleh sebelum tahun mula'],
    [{ phone: 'telefon' }, 'phone', 'Nombor telefon tidak sah (contoh: +44 7700 900123)'],
    [
      { socialMedia: [{ platform: 'Facebook', url: 'javascript:alert(1)' }] },
      'socialMedia.0.url',
      'Pautan mestilah bermula dengan http:// atau https://',
    ],
  ])('registering with %j returns 400 with the message of the field', async (overrides, field, message) => {
    const response = await postRegistration(buildBody(overrides))
    expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: message }])
  })

  test('guarantee 16: registering returns 400 for null in a required field and for values of the wrong type', async () => {
    for (const [name, value] of [
      ['fullName', null],
      ['institution', ['x']],
      ['icNumber', { $ne: 1 }],
      ['clubId', '12'],
      ['clubId', 1e30],
      ['startYear', 99_999],
      ['socialMedia', 'x'],
    ] as const) {
      const response = await postRegistration(buildBody({ [name]: value }))
      expect([name, response.statusCode]).toEqual([name, 400])
    }
  })

  test('guarantee 19: registering stores names in any script and rejects bidirectional control characters', async () => {
    const fullName = 'Zoë 👩🏽‍🚀 عائشة بنت علي Ǻ'
    const body = buildBody({ fullName })
    expect((await postRegistration(body)).statusCode).toBe(201)
    expect((await readUser(body.email)).fullName).toBe(fullName.normalize('NFC'))
    for (const mark of ['\u202E', '\u2066', '\u200F', '\u0007']) {
      const response = await postRegistration(buildBody({ fullName: `Aina${mark}` }))
      expect([response.statusCode, Object.keys(response.json().fields ?? {})]).toEqual([400, ['fullName']])
    }
  })

  test('guarantee 3: all characters of a password of more than 64 characters are compared, in any script', async () => {
    const password = `${'kata laluan 長い 🌊'.repeat(8)}`
    const body = buildBody({ password })
    await postRegistration(body)
    const attemptSignIn = (typed: string) =>
      target.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { origin: 'http://perantau.test' },
        payload: { email: body.email, password: typed },
        remoteAddress: '10.9.9.9',
      })
    expect((await attemptSignIn(password)).statusCode).toBe(200)
    expect((await attemptSignIn(password.slice(0, 72))).statusCode).toBe(401)
  })
})

test('guarantee 5: the 201st registration within an hour from one IP address returns 429', async () => {
  const registerFromIpAddress = (ipAddress: string) => postRegistration(buildBody(), ipAddress)
  // Most of the 200 attempts are only counted, because hashing a password is slow.
  const limit = { key: hashRateLimitKey('register', '10.2.0.1'), most: 200, minutes: 60 }
  for (let n = 0; n < 170; n++) await countAttemptIfAllowed(target.database.db, limit)
  const responses = await Promise.all(Array.from({ length: 35 }, () => registerFromIpAddress('10.2.0.1')))
  const codes = responses.map(({ statusCode }) => statusCode)
  expect(codes.filter(code => code === 201)).toHaveLength(30)
  expect(codes.filter(code => code === 429)).toHaveLength(5)
  const limited = await registerFromIpAddress('10.2.0.1')
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await registerFromIpAddress('10.2.0.2')).statusCode).toBe(201)
})

test('guarantee 34: a database dump contains no identity number in readable or encoded form', async () => {
  const { db, pool } = target.database
  const digits = '930717105432'
  const body = buildBody({ icNumber: '930717-10-5432' })
  await postRegistration(body)
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as line from ${name} t`)
    dump.push(...rows.map(({ line }) => line))
  }
  const text = dump.join('\n')
  expect(text).toContain(body.email)
  const hex = Buffer.from(digits).toString('hex')
  const forms = [
    '930717-10-5432',
    digits,
    '9307171',
    '105432',
    '5432-',
    hex,
    Buffer.from(digits).toString('base64'),
  ]
  for (const form of forms) expect(text).not.toContain(form)
  const user = await readUser(body.email)
  // The ciphertext of an identity number fails to decrypt under another user id.
  expect(() => decryptIdentityNumber(testSecret, user.id + 1, user.icEncrypted as Buffer)).toThrow()
  await db.delete(accountTokens).where(eq(accountTokens.userId, user.id))
})

describe('confirmEmail', () => {
  async function createConfirmationToken() {
    const body = buildBody()
    await postRegistration(body)
    const user = await readUser(body.email)
    const [row] = await target.database.db
      .select()
      .from(accountTokens)
      .where(eq(accountTokens.userId, user.id))
    return { user, row: row as typeof accountTokens.$inferSelect }
  }
  const confirmEmail = (token: string) =>
    target.app.inject({
      method: 'POST',
      url: '/api/auth/confirm-email',
      headers: { origin: 'http://perantau.test' },
      payload: { token },
    })

  test('a confirmation link confirms the email address and succeeds again when opened twice', async () => {
    const { user, row } = await createConfirmationToken()
    const token = createSignedLinkToken(testSecret, row.id)
    for (let times = 0; times < 2; times++) {
      const response = await confirmEmail(token)
      expect([response.statusCode, response.json().message]).toEqual([
        200,
        'Email anda telah disahkan. Terima kasih.',
      ])
    }
    expect((await readUser(user.email)).emailConfirmedAt).not.toBeNull()
    const events = await target.database.db.select().from(auditEvents).where(eq(auditEvents.actorId, user.id))
    expect(events.map(({ kind }) => kind)).toEqual(['user.email_confirmed'])
  })

  test('a confirmation link is rejected when it is forged, expired or the email address has changed', async () => {
    const { db } = target.database
    const { user, row } = await createConfirmationToken()
    const token = createSignedLinkToken(testSecret, row.id)
    const forged = `${token.slice(0, -3)}AAA`
    for (const badToken of [
      forged,
      row.id,
      `${row.id}_`,
      'x'.repeat(60),
      `${'0'.repeat(36)}_${'A'.repeat(43)}`,
    ]) {
      expect((await confirmEmail(badToken)).statusCode).toBe(400)
    }
    await db
      .update(users)
      .set({ email: `lain-${user.email}` })
      .where(eq(users.id, user.id))
    expect((await confirmEmail(token)).json().code).toBe('bad_link')
    await db.update(users).set({ email: user.email }).where(eq(users.id, user.id))
    await db.execute(
      sql`update account_tokens set expires_at = now() - interval '1 second' where id = ${row.id}`,
    )
    expect((await confirmEmail(token)).json().code).toBe('bad_link')
    expect((await readUser(user.email)).emailConfirmedAt).toBeNull()
  })
})

test('GET /api/clubs/options lists the active clubs of a country by name without a session', async () => {
  const { db } = target.database
  await buildClub(db, { country: 'Canada', name: 'Kelab Z', city: 'Toronto' })
  await buildClub(db, { country: 'Canada', name: 'Kelab A' })
  await buildClub(db, { country: 'Canada', name: 'Kelab B', isActive: false })
  const response = await target.app.inject('/api/clubs/options?country=Canada')
  expect(
    response.json().map((club: { name: string; city: string | null }) => [club.name, club.city]),
  ).toEqual([
    ['Kelab A', null],
    ['Kelab Z', 'Toronto'],
  ])
  expect((await target.app.inject('/api/clubs/options')).statusCode).toBe(400)
})
