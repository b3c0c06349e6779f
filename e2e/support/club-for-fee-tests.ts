// Creates a club with two managers and members for browser tests of fees, so that demo members are not charged.
import { createHash, randomBytes } from 'node:crypto'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { formatIsoDayInZone } from '#shared/time/format-day.ts'
import { queryDatabase } from './database.ts'
import { makeUnique } from './fixtures.ts'
import { port } from './ports.ts'

const clubTimeZone = 'Europe/Berlin'

export interface FeeMember {
  id: number
  fullName: string
  cookie: string
}

/** Inserts active users of a club, each with a session, and returns them in the given order. */
async function insertUsers(clubId: number, names: string[], role: string): Promise<FeeMember[]> {
  const tag = randomBytes(6).toString('hex')
  const tokens = names.map(() => randomBytes(32).toString('base64url'))
  const rows = await queryDatabase<{ id: number; place: number }>(
    `insert into users (username, email, full_name, role, status, current_country, club_id)
     select 'yuran' || $3 || place, 'yuran' || $3 || place || '@contoh.my', name, $4, 'active', 'Germany', $2
       from unnest($1::text[]) with ordinality as person(name, place) order by place
     returning id, substring(username from length('yuran' || $3) + 1)::int as place`,
    [names, clubId, tag, role],
  )
  const hashes = tokens.map(token => createHash('sha256').update(token).digest('base64url'))
  const users = rows.sort((first, second) => first.place - second.place)
  await queryDatabase(
    `insert into sessions (user_id, token, method, expires_at)
     select id, token, 'password', now() + interval '1 day' from unnest($1::int[], $2::text[]) as session(id, token)`,
    [users.map(({ id }) => id), hashes],
  )
  return users.map(({ id }, index) => ({
    id,
    fullName: names[index] ?? '',
    cookie: tokens[index] ?? '',
  }))
}

/** Creates a club in Berlin with two administrators and several members. */
export async function createClubForFeeTests(memberNames: string[], clubName = 'Kelab Yuran') {
  const [club] = await queryDatabase<{ id: number }>(
    `insert into clubs (name, country, city, time_zone) values ($1, 'Germany', 'Berlin', $2) returning id`,
    [makeUnique(clubName), clubTimeZone],
  )
  const clubId = club?.id ?? 0
  const [admin, deputy] = await insertUsers(clubId, ['Haris Rosli', 'Aina Zulkifli'], 'club_admin_ln')
  const members = await insertUsers(clubId, memberNames, 'member')
  if (!admin || !deputy) throw new Error('no managers')
  return { clubId, admin, deputy, members }
}

/** Opens a page in a browser that is signed in as the given user. */
export async function openPageSignedInAsClubMember(
  browser: Browser,
  { cookie }: FeeMember,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://localhost:${port}`, ...options })
  await context.addCookies([{ name: 'session', value: cookie, url: `http://localhost:${port}` }])
  return context.newPage()
}

/** Sends an API request as the given user and returns the response body. */
export async function callApiAsClubMember<Body>(
  { cookie }: FeeMember,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<Body> {
  const isForm = body instanceof FormData
  const response = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: { cookie: `session=${cookie}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : body && JSON.stringify(body),
  })
  expect(response.ok, `${path} ${await response.clone().text()}`).toBe(true)
  return (response.status === 204 ? undefined : await response.json()) as Body
}

/** Creates a yearly fee of 24 euro that is due seven days after today in Berlin, and charges it to all members of the club. */
export async function chargeYearlyFee(admin: FeeMember, clubId: number): Promise<number> {
  const plan = await callApiAsClubMember<{ id: number }>(admin, 'POST', '/api/fees/plans', {
    clubId,
    country: null,
    name: 'Yuran tahunan',
    amount: 2400,
    currency: 'EUR',
    period: 'year',
    audience: { roles: ['member'] },
  })
  const today = formatIsoDayInZone(new Date(), clubTimeZone)
  const dueOn = new Date(Date.parse(today) + 7 * 86_400_000).toISOString().slice(0, 10)
  await callApiAsClubMember(admin, 'POST', `/api/fees/plans/${plan.id}/raise`, { period: '2026', dueOn })
  return plan.id
}
