// Every list with the filters `from` and `to` accepts dates, which are days in Kuala Lumpur.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvents } from '#server/db/schema/events.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildUser } from '#server/test/harness/factories.ts'

const target = setUpApp()
let admin: Caller

/**
 * Four timestamps: the last second before 1 November in Kuala Lumpur, the first second and the last second of that day,
 * and the first second after it.
 */
const timestamps = [
  '2025-10-31T15:59:59Z',
  '2025-10-31T16:00:00Z',
  '2025-11-01T15:59:59Z',
  '2025-11-01T16:00:00Z',
].map(text => new Date(text))

beforeAll(async () => {
  const { db } = target.database
  admin = await target.asNew({ role: 'system_admin' })
  for (const [index, timestamp] of timestamps.entries()) {
    await buildUser(db, { fullName: `Hari ${index}`, currentCountry: 'France', createdAt: timestamp })
    await buildActivity(db, { title: `Hari ${index}`, startDate: timestamp })
    await db
      .insert(auditEvents)
      .values({ kind: 'auth.logout', createdAt: timestamp, targetId: String(index) })
  }
})

const lists: [url: string, read: (body: string) => string[]][] = [
  ['/api/users?country=France&page=1', body => body.match(/Hari \d/g) ?? []],
  ['/api/users?country=France', body => body.match(/Hari \d/g) ?? []],
  ['/api/users/export?format=csv&country=France', body => body.match(/Hari \d/g) ?? []],
  ['/api/activities?search=Hari', body => body.match(/Hari \d/g) ?? []],
  [
    '/api/audit?kind=auth.logout',
    body => JSON.parse(body).map(({ createdAt }: { createdAt: string }) => createdAt),
  ],
]

describe.each(lists)('%s', (url, read) => {
  const countListedRows = async (query: string) => {
    const response = await admin.call('GET', `${url}&${query}`)
    expect([query, response.statusCode]).toEqual([query, 200])
    return read(response.body).length
  }

  test('a date in the filter `from` includes that day from its start, and a date in the filter `to` includes that day until its end', async () => {
    expect(await countListedRows('from=2025-11-01&to=2025-11-01')).toBe(2)
    expect(await countListedRows('from=2025-11-01&to=2026-01-01')).toBe(3)
    expect(await countListedRows('from=2025-01-01&to=2025-11-01')).toBe(3)
    expect(await countListedRows('from=2025-11-02&to=2025-11-02')).toBe(1)
  })

  test('the filters `from` and `to` accept two timestamps, or a timestamp and a date', async () => {
    expect(await countListedRows('from=2025-10-31T16:00:00Z&to=2025-11-01T16:00:00Z')).toBe(2)
    expect(await countListedRows('from=2025-11-01T15:59:59.000Z&to=2025-11-01')).toBe(1)
  })

  test.each([
    '2025-02-30',
    '2025-13-01',
    '01/11/2025',
    '2025-11',
    '',
    '0000-01-01',
    '0001-01-01',
    '0000-01-01T00:00:00Z',
    'esok',
  ])('a list returns 400 when the filter `from` is "%s", which is no valid date', async text => {
    const response = await admin.call('GET', `${url}&from=${encodeURIComponent(text)}`)
    expect(response.statusCode).toBe(400)
  })

  test('an invalid date in the filter `to` returns an error message that contains an example of a date', async () => {
    const response = await admin.call('GET', `${url}&to=esok`)
    expect(response.json().fields).toEqual({ to: 'Sila isi tarikh, contohnya 2026-11-15' })
  })
})

test('the dates in the CSV export are calendar days in the time zone of Kuala Lumpur', async () => {
  const { body } = await admin.call('GET', '/api/users/export?format=csv&country=France&to=2025-12-31')
  expect(body.match(/2025-1\d-\d\d/g)).toEqual(['2025-10-31', '2025-11-01', '2025-11-01', '2025-11-02'])
})
