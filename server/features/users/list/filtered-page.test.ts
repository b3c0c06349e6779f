import { beforeAll, describe, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import type { SegmentCondition } from '#shared/contracts/segments/conditions.schemas.ts'

const target = setUpApp()
let admin: Caller
const members = 4200
/** Of the 4,200 members every seventh matches none of the filters tested here, so that 3,600 match. */
const matching = Array.from({ length: members }, (_, index) => index + 1).filter(n => n % 7 > 0)

beforeAll(async () => {
  admin = await target.asNew({ role: 'hq_admin', currentCountry: null })
  // Database triggers are bypassed, because they would slow down inserting thousands of users.
  const owner = await openDedicatedConnection(target.database.superuserUrl)
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into users (id, username, email, full_name, status, current_country)
     select 100000 + n, 'imbas' || n, 'imbas' || n || '@contoh.my', 'Imbas ' || lpad(n::text, 5, '0'), 'active', 'Japan'
       from generate_series(1, $1::int) n`,
    [members],
  )
  const isMatching = `current_country = 'Japan' and (id - 100000) % 7 > 0`
  for (const [id, kind, column, value] of [
    [901, 'text', 'text_value', `'Saiz L'`],
    [902, 'number', 'number_value', '7'],
    [903, 'date', 'date_value', `'2026-01-02'`],
    [904, 'boolean', 'boolean_value', 'false'],
    [905, 'choice', 'choice_values', `array['pilihan1']`],
  ] as const) {
    await owner.query(
      `insert into custom_fields (id, kind, label, position, slot, visible_to, editable_by)
       values ($1, $2::text, $2::text, $3::int, $3::int, 'both', 'both')`,
      [id, kind, id - 900],
    )
    await owner.query(
      `insert into custom_field_values (field_id, user_id, ${column}) select ${id}, id, ${value} from users where ${isMatching}`,
    )
  }
  await owner.query(`insert into tags (id, name) values (901, 'Ramai'), (902, 'Tiada')`)
  await owner.query(`insert into user_tags (tag_id, user_id) select 901, id from users where ${isMatching}`)
  await owner.query(
    `insert into user_tags (tag_id, user_id) select 902, id from users where current_country = 'Japan' and (id - 100000) % 7 = 0`,
  )
  await owner.query(
    `insert into member_engagement (user_id, last_seen_on, attended)
     select id, current_date, array[current_date, current_date] from users where ${isMatching}`,
  )
  await owner.end()
})

async function listUserPage(query: string, page = 1) {
  const { headers, ...response } = await admin.call(
    'GET',
    `/api/users?page=${page}&pageSize=10&country=Japan&${query}`,
  )
  return {
    numbers: response.json().map(({ id }: { id: number }) => id - 100_000),
    total: headers['x-total-count'],
    isCapped: headers['x-total-capped'] === '1',
  }
}

describe('pages of lists that more members match than the server collects', () => {
  test.each([
    'search=Imbas',
    'tagId=901',
    'where=901.contains.saiz',
    'where=902.atLeast.7',
    'where=903.on.2026-01-02',
    'where=904.no',
    'where=905.chosen.pilihan1',
    'where=905.filled~902.equals.7',
  ])('%s returns the first pages in list order and a total of more than 3,000', async query => {
    const expected = query.startsWith('search') ? Array.from({ length: 20 }, (_, n) => n + 1) : matching
    const first = await listUserPage(query)
    expect(first).toEqual({ numbers: expected.slice(0, 10), total: '3000', isCapped: true })
    expect((await listUserPage(query, 2)).numbers).toEqual(expected.slice(10, 20))
  })

  test.each<[string, 'all' | 'any', SegmentCondition[]]>([
    ['with a tag', 'all', [{ kind: 'tag', tagId: 901, isNot: false }]],
    ['without a tag', 'all', [{ kind: 'tag', tagId: 902, isNot: true }]],
    ['seen this month', 'all', [{ kind: 'lastSeen', months: 1, isNot: false }]],
    ['attended twice', 'all', [{ kind: 'attendance', atLeast: 2, months: 1, isNot: false }]],
    ['with a choice', 'all', [{ kind: 'field', fieldId: 905, operator: 'chosen', value: 'pilihan1' }]],
    [
      'with a tag or an office',
      'any',
      [
        { kind: 'office', values: ['treasurer'] },
        { kind: 'tag', tagId: 901, isNot: false },
      ],
    ],
  ])(
    'a segment of members %s returns the first pages in list order and a total of more than 3,000',
    async (name, match, conditions) => {
      const created = await admin.call('POST', '/api/segments', { name, match, conditions })
      const query = `segmentId=${created.json().id}`
      expect(await listUserPage(query)).toEqual({
        numbers: matching.slice(0, 10),
        total: '3000',
        isCapped: true,
      })
      expect((await listUserPage(query, 2)).numbers).toEqual(matching.slice(10, 20))
    },
  )

  test('the last page of a filtered member list is complete, even if one database scan reads too few rows to reach that page', async () => {
    const last = await listUserPage('where=902.equals.7', 360)
    expect(last).toEqual({ numbers: matching.slice(3590), total: '3600', isCapped: false })
    expect(await listUserPage('where=902.equals.7', 361)).toEqual({
      numbers: [],
      total: '3600',
      isCapped: false,
    })
  })

  test('a filter of the member list returns the matching members and their exact total when all are at the end of the list', async () => {
    expect(await listUserPage('search=Imbas%200419')).toMatchObject({ total: '10', isCapped: false })
    expect(await listUserPage('search=tiada-sesiapa')).toEqual({ numbers: [], total: '0', isCapped: false })
  })
})
