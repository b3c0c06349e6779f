import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { getResponseStatusAndErrorCode, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { pickTestCaseSubset } from '#server/test/harness/pick-test-case-subset.ts'
import { roles } from '#shared/constants.ts'
import { type Country, countries, firstCountries } from '#shared/countries/countries.ts'
import { getCountryCode } from '#shared/countries/country-codes.ts'
import { findAndLockCountriesOpenForRegistration } from './require-country-open-for-registration.service.ts'

const target = setUpApp()

afterEach(async () => {
  const { db } = target.database
  await db.delete(openCountries)
  await db.insert(openCountries).values(firstCountries.map(country => ({ country })))
})

const signInAsHeadquarters = () => target.asNew({ role: 'hq_admin' })
const requestAsHeadquarters = (method: 'GET' | 'POST', url: string, payload?: object) =>
  target.app.inject({ method, url, payload, headers: { origin: 'http://perantau.test' } })

let counter = 0
function registerInCountry(currentCountry: Country, overrides = {}) {
  counter++
  const body = { email: `negara${counter}@contoh.my`, password: 'ombak-biru-77', fullName: 'Nur Aina' }
  return requestAsHeadquarters('POST', '/api/auth/register', { ...body, currentCountry, ...overrides })
}

const openCountry = async (country: Country) => target.database.db.insert(openCountries).values({ country })
const closeCountry = async (country: Country) =>
  target.database.db.delete(openCountries).where(eq(openCountries.country, country))
const refused = { code: 'bad_input' }
const notOpen = 'Negara ini tidak dibuka untuk pendaftaran dan kelab baharu'

describe('opening and closing countries', () => {
  test('a new installation opens registration for the countries of the first release, and visitors can list the open countries', async () => {
    const response = await requestAsHeadquarters('GET', '/api/countries/open')
    expect(response.statusCode).toBe(200)
    expect(response.json().sort()).toEqual([...firstCountries].sort())
  })

  test('only headquarters can open and close countries for registration and see how many members and clubs each country has', async () => {
    for (const role of roles) {
      const caller = await target.asNew({ role })
      const isAllowed = role === 'system_admin' || role === 'hq_admin'
      const change = await caller.call('PUT', '/api/countries/open', { country: 'Egypt', isOpen: true })
      expect([role, change.statusCode]).toEqual([role, isAllowed ? 204 : 403])
      const list = await caller.call('GET', '/api/countries/managed')
      expect([role, list.statusCode]).toEqual([role, isAllowed ? 200 : 403])
      expect((await caller.call('GET', '/api/countries')).statusCode).toBe(200)
    }
    const bodies = [{ country: 'Atlantis', isOpen: true }, { country: 'Egypt' }, { isOpen: true }, {}]
    const hq = await signInAsHeadquarters()
    for (const body of bodies)
      expect((await hq.call('PUT', '/api/countries/open', body)).statusCode).toBe(400)
  })

  test('opening and closing a country are in the audit log, and a repeated request records nothing', async () => {
    const { db } = target.database
    const hq = await signInAsHeadquarters()
    for (const isOpen of [true, true, false, false])
      expect((await hq.call('PUT', '/api/countries/open', { country: 'Jordan', isOpen })).statusCode).toBe(
        204,
      )
    const events = await db.select().from(auditEvents).where(eq(auditEvents.country, 'Jordan'))
    expect(events.map(({ kind, actorId, details }) => [kind, actorId, details])).toEqual([
      ['country.opened', hq.user.id, { country: 'Jordan' }],
      ['country.closed', hq.user.id, { country: 'Jordan' }],
    ])
  })

  test('the country list contains open countries and closed countries with members or clubs, with the numbers of active members and clubs', async () => {
    const { db } = target.database
    await buildUser(db, { currentCountry: 'Malta' })
    await buildUser(db, { currentCountry: 'Malta', status: 'inactive' })
    await buildUser(db, { currentCountry: 'Cyprus', status: 'pending' })
    await buildClub(db, { country: 'Iceland', isActive: false })
    await closeCountry('China')
    const hq = await signInAsHeadquarters()
    const rows: { country: string }[] = (await hq.call('GET', '/api/countries/managed')).json()
    const findCountry = (country: string) => rows.find(row => row.country === country)
    expect(findCountry('Malta')).toEqual({ country: 'Malta', isOpen: false, members: 1, clubs: 0 })
    expect(findCountry('Cyprus')).toEqual({ country: 'Cyprus', isOpen: false, members: 0, clubs: 0 })
    expect(findCountry('Iceland')).toEqual({ country: 'Iceland', isOpen: false, members: 0, clubs: 1 })
    expect(findCountry('Canada')).toMatchObject({ isOpen: true })
    expect([findCountry('China'), findCountry('Bhutan')]).toEqual([undefined, undefined])
    const listed = (await (await target.asNew()).call('GET', '/api/countries')).json()
    expect(listed).toEqual(rows.map(({ country }) => ({ country, isOpen: isFirstCountryOpen(country) })))
  })

  const isFirstCountryOpen = (country: string) =>
    country !== 'China' && firstCountries.some(first => first === country)
})

describe('closed countries', () => {
  test('registering in a country closed for registration is refused and stores nothing, and succeeds once the country is open', async () => {
    const response = await registerInCountry('Egypt', { email: 'mesir@contoh.my' })
    expect(response.json()).toMatchObject({ ...refused, fields: { currentCountry: notOpen } })
    const { db } = target.database
    expect(await db.$count(users, eq(users.email, 'mesir@contoh.my'))).toBe(0)
    await openCountry('Egypt')
    expect((await registerInCountry('Egypt', { email: 'mesir@contoh.my' })).statusCode).toBe(201)
  })

  test('clubs are neither created in a country closed for registration nor moved to one', async () => {
    const hq = await signInAsHeadquarters()
    const club = await buildClub(target.database.db, { country: 'Japan' })
    const body = { name: 'Kelab Kaherah', country: 'Egypt' }
    for (const [method, url] of [
      ['POST', '/api/clubs'],
      ['PUT', `/api/clubs/${club.id}`],
    ] as const)
      expect((await hq.call(method, url, body)).json()).toMatchObject({ fields: { country: notOpen } })
    await openCountry('Egypt')
    const created = await hq.call('POST', '/api/clubs', body)
    expect(created.statusCode).toBe(201)
    const { id } = created.json()
    expect((await hq.call('GET', `/api/clubs/${id}`)).json().timeZone).toBe('Africa/Cairo')
    // A club can still be edited after its country was closed for registration.
    await closeCountry('Egypt')
    expect((await hq.call('PUT', `/api/clubs/${id}`, { ...body, city: 'Kaherah' })).statusCode).toBe(204)
  })

  test('users cannot be moved to a country closed for registration, but users already in that country can still change club and profile', async () => {
    const { db } = target.database
    const hq = await signInAsHeadquarters()
    const [member, inEgypt] = [await buildUser(db), await buildUser(db, { currentCountry: 'Egypt' })]
    const assignUserToClub = (id: number, clubId: number | null) =>
      hq.call('PUT', `/api/users/${id}/placement`, { currentCountry: 'Egypt', clubId })
    expect((await assignUserToClub(member.id, null)).json()).toMatchObject({
      fields: { currentCountry: notOpen },
    })
    const club = await buildClub(db, { country: 'Egypt' })
    expect((await assignUserToClub(inEgypt.id, club.id)).statusCode).toBe(200)
    const applicant = await target.asNew({ status: 'pending' })
    const profile = await applicant.call('PUT', '/api/profile', { currentCountry: 'Egypt' })
    expect(profile.json()).toMatchObject({ fields: { currentCountry: notOpen } })
    const applicantThere = await target.asNew({ status: 'pending', currentCountry: 'Egypt' })
    const unchanged = await applicantThere.call('PUT', '/api/profile', { currentCountry: 'Egypt', phone: '' })
    expect(unchanged.statusCode).toBe(204)
  })

  test('an applicant whose country was closed after the application can be approved, and the membership number has the code of the country', async () => {
    const { db } = target.database
    const hq = await signInAsHeadquarters()
    await openCountry('Egypt')
    await registerInCountry('Egypt', { email: 'kaherah@contoh.my' })
    await closeCountry('Egypt')
    const [applicant] = await db.select().from(users).where(eq(users.email, 'kaherah@contoh.my'))
    expect((await hq.call('POST', `/api/users/${applicant?.id}/approve`)).statusCode).toBe(200)
    const [member] = await db.select().from(users).where(eq(users.email, 'kaherah@contoh.my'))
    expect(member?.membershipNumber).toMatch(/^EG-\d{4}-0001$/)
    const [group] = await db.select().from(messageGroups).where(eq(messageGroups.country, 'Egypt'))
    expect(group).toMatchObject({ type: 'country', name: '' })
  })

  test('creating an invitation for a country closed for registration is refused, and one created before the closing cannot be used', async () => {
    const hq = await signInAsHeadquarters()
    const body = { country: 'Jordan', clubId: null, most: 5, days: 7 }
    expect((await hq.call('POST', '/api/invitations', body)).json()).toMatchObject({
      fields: { country: notOpen },
    })
    await openCountry('Jordan')
    const { link } = (await hq.call('POST', '/api/invitations', body)).json()
    const invitation = String(link).split('#')[1]
    const readJoinLinkStatus = () =>
      getResponseStatusAndErrorCode(
        requestAsHeadquarters('POST', '/api/auth/join/look', { token: invitation }),
      )
    expect(await readJoinLinkStatus()).toBe(200)
    await closeCountry('Jordan')
    expect(await readJoinLinkStatus()).toEqual([400, 'bad_link'])
    expect(await getResponseStatusAndErrorCode(registerInCountry('Jordan', { invitation }))).toEqual([
      400,
      'bad_link',
    ])
  })

  test('an import of members of a country closed for registration is refused', async () => {
    const hq = await signInAsHeadquarters()
    const form = new FormData()
    form.append('file', new Blob(['Nama,Email\nAli,ali@contoh.my']), 'ahli.csv')
    const upload = new Response(form)
    const response = await target.app.inject({
      method: 'POST',
      url: '/api/imports?country=Egypt',
      payload: Buffer.from(await upload.arrayBuffer()),
      headers: {
        origin: 'http://perantau.test',
        cookie: hq.cookie,
        'content-type': upload.headers.get('content-type') ?? '',
      },
    })
    expect(response.json()).toMatchObject({ fields: { country: notOpen } })
  })
})

describe('concurrent registration and closing', () => {
  const isBlocked = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%open_countries%'`
  const waitUntilBlocked = () =>
    expect.poll(async () => (await target.database.db.execute(isBlocked)).rows.length).toBeGreaterThan(0)

  test('a registration that waits for the lock of a country being closed is refused', async () => {
    await openCountry('Egypt')
    const { db } = target.database
    const closing = await db.transaction(async tx => {
      await tx.delete(openCountries).where(eq(openCountries.country, 'Egypt'))
      const registration = registerInCountry('Egypt').then(response => response.json())
      await waitUntilBlocked()
      return { registration }
    })
    expect(await closing.registration).toMatchObject({ fields: { currentCountry: notOpen } })
  })

  test('closing a country waits until a registration that found the country open has committed', async () => {
    await openCountry('Egypt')
    const hq = await signInAsHeadquarters()
    const { db } = target.database
    const registering = await db.transaction(async tx => {
      expect(await findAndLockCountriesOpenForRegistration(tx, ['Egypt'])).toEqual(new Set(['Egypt']))
      const closing = hq.call('PUT', '/api/countries/open', { country: 'Egypt', isOpen: false })
      const response = Promise.resolve(closing)
      await waitUntilBlocked()
      return { response }
    })
    expect((await registering.response).statusCode).toBe(204)
    expect(await db.$count(openCountries, eq(openCountries.country, 'Egypt'))).toBe(0)
  })
})

describe('all countries', () => {
  test('the database function is_country accepts every country of the list and no other text', async () => {
    const { rows } = await target.database.db.execute<{ name: string; is: boolean }>(sql`
      select name, is_country(name) as is from unnest(${sql.param([...countries, 'Atlantis', ''])}::text[]) name`)
    expect(rows.filter(({ is }) => is).map(({ name }) => name)).toEqual([...countries])
  })

  test('any country can be opened and then accepts a registration', async () => {
    const hq = await signInAsHeadquarters()
    const others = pickTestCaseSubset(
      countries.filter(country => !firstCountries.some(first => first === country)),
      0,
      8,
    )
    for (const country of others)
      expect((await hq.call('PUT', '/api/countries/open', { country, isOpen: true })).statusCode).toBe(204)
    const opened = (await requestAsHeadquarters('GET', '/api/countries/open')).json()
    expect(opened).toHaveLength(firstCountries.length + others.length)
    const { db } = target.database
    for (const country of others) await buildUser(db, { currentCountry: country, status: 'pending' })
    const codes = new Set(countries.map(getCountryCode))
    expect(codes.size).toBe(countries.length)
  })
})
