// Filters by custom fields, tags and segments over many members: the first page of the member list, compared with the
// plain list, and the live count of segments.
import { fieldFilters, fieldIds, fillCustomFields } from './support/custom-fields.mjs'
import { connectToDatabase, insertMembers, signInDemoAccount } from './support/many-members.mjs'
import { computePercentile } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const size = Number(process.env.MEMBERS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 30)
const warmUps = 3

/** Inserts 2,000 activities, on average two attendances per member, tags, offices and days of the last visit. */
async function insertActivitiesTagsAndOffices(client) {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into activities (title, club_id, status, start_date)
     select 'Aktiviti ' || n, 1 + n % 90, 'completed', now() - n * interval '12 hours' from generate_series(1, 2000) n`,
  )
  await client.query(
    `insert into activity_participants (activity_id, user_id, status, attended_at)
     select a.id, u.id, 'attended', a.start_date
       from users u cross join generate_series(0, u.id % 5) k
       join lateral (select id, start_date from activities where title like 'Aktiviti %'
                      and id = (select min(id) from activities where title like 'Aktiviti %') + (u.id * 7 + k * 397) % 2000) a on true
      where u.username like 'bench%' and u.id % 5 > 0 on conflict do nothing`,
  )
  await client.query(
    `insert into member_engagement (user_id, last_seen_on, attended)
     select u.id, case when u.id % 3 > 0 then current_date - (u.id % 700) end,
            coalesce((select (array_agg(p.attended_at::date order by p.attended_at desc))[1:10]
                        from activity_participants p where p.user_id = u.id and p.status = 'attended'), '{}')
       from users u where u.username like 'bench%' on conflict do nothing`,
  )
  await client.query(`insert into tags (id, name) values (901, 'Ramai'), (902, 'Sedikit')`)
  await client.query(
    `insert into user_tags (tag_id, user_id) select 901, id from users where username like 'bench%' and id % 10 = 0
     union all select 902, id from users where username like 'bench%' and id % 5000 = 0`,
  )
  await client.query(
    `insert into appointments (user_id, office, club_id, starts_on, ends_on, time_zone)
     select id, 'treasurer', club_id, '2020-01-01', '2090-01-01', 'UTC' from users where username like 'bench%' and id % 500 = 0`,
  )
  await client.query(
    `insert into roll_calls (id, asked_by, country, message, erase_at)
     select 901, min(id), 'Japan', 'Gempa', now() + interval '30 days' from users`,
  )
  await client.query(
    `insert into roll_call_people (roll_call_id, user_id, state, answered_at)
     select 901, id, case when id % 3 > 0 then 'safe' end, case when id % 3 > 0 then now() end
       from users where username like 'bench%' and current_country = 'Japan'`,
  )
  await client.query('set session_replication_role = default')
  await client.query('vacuum analyze')
}

/** Segment definitions to measure. A new kind of condition must be added here. */
const definitions = {
  'one role': [{ kind: 'role', values: ['club_secretary'] }],
  'two levels': [{ kind: 'educationLevel', values: ['sarjana', 'doktor_falsafah'] }],
  'an institution': [{ kind: 'institution', text: 'Institut 999' }],
  'attended once in 6 months': [{ kind: 'attendance', atLeast: 1, months: 6, isNot: false }],
  'attended 3 times in 12 months': [{ kind: 'attendance', atLeast: 3, months: 12, isNot: false }],
  'attended 4 times in 1 month': [{ kind: 'attendance', atLeast: 4, months: 1, isNot: false }],
  'never attended in 24 months': [{ kind: 'attendance', atLeast: 1, months: 24, isNot: true }],
  'attended one activity': [{ kind: 'activity', activityId: 'first', participation: 'attended' }],
  'seen this month': [{ kind: 'lastSeen', months: 1, isNot: false }],
  'not seen for 12 months': [{ kind: 'lastSeen', months: 12, isNot: true }],
  'a common tag': [{ kind: 'tag', tagId: 901, isNot: false }],
  'a rare tag': [{ kind: 'tag', tagId: 902, isNot: false }],
  'without a common tag': [{ kind: 'tag', tagId: 901, isNot: true }],
  'a common choice': [{ kind: 'field', fieldId: fieldIds.choice, operator: 'chosen', value: 'benchaaaa0' }],
  'a rare "no"': [{ kind: 'field', fieldId: fieldIds.boolean, operator: 'no' }],
  'answered a roll-call': [{ kind: 'rollCall', rollCallId: 901, participation: 'answered' }],
  'an office': [{ kind: 'office', values: ['treasurer'] }],
  'level, attendance and visit': [
    { kind: 'educationLevel', values: ['sarjana'] },
    { kind: 'attendance', atLeast: 2, months: 6, isNot: false },
    { kind: 'lastSeen', months: 3, isNot: false },
  ],
  'any of tag, office and attendance': [
    { kind: 'tag', tagId: 902, isNot: false },
    { kind: 'office', values: ['treasurer'] },
    { kind: 'attendance', atLeast: 4, months: 6, isNot: false },
  ],
}

const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
const client = await connectToDatabase(program)
try {
  await insertMembers(client, size)
  await fillCustomFields(client)
  await insertActivitiesTagsAndOffices(client)
  const cookie = await signInDemoAccount(program.url)
  const headers = { cookie, origin: program.url, 'content-type': 'application/json' }
  const { rows } = await client.query(`select min(id) as id from activities where title like 'Aktiviti %'`)

  async function measureResponseTime(path, init) {
    const times = []
    for (let round = -warmUps; round < rounds; round++) {
      const start = performance.now()
      const response = await fetch(program.url + path, { headers, ...init })
      await response.text()
      if (!response.ok && response.status !== 503) throw new Error(`${path}: ${response.status}`)
      const durationMs = response.ok ? performance.now() - start : Number.POSITIVE_INFINITY
      if (round >= 0) times.push(durationMs)
    }
    return computePercentile(
      times.sort((a, b) => a - b),
      0.95,
    )
  }

  const plain = await measureResponseTime('/api/users?page=1&pageSize=10')
  const filtered = await measureResponseTime(
    '/api/users?page=1&pageSize=10&educationLevel=sarjana&role=member',
  )
  console.log(`plain list ${plain.toFixed(1)} ms, level and role ${filtered.toFixed(1)} ms`)
  const lists = {
    ...fieldFilters,
    'tag, common': '/api/users?page=1&pageSize=10&tagId=901',
    'tag, rare': '/api/users?page=1&pageSize=10&tagId=902',
  }
  const measuredFilters = []
  for (const [name, path] of Object.entries(lists)) {
    const list = await measureResponseTime(path)
    measuredFilters.push({ name, list })
    console.log(
      `${name.padEnd(36)} list ${list.toFixed(1).padStart(8)} ms ${(list / plain).toFixed(1).padStart(6)} ×`,
    )
  }
  const measured = []
  for (const [name, conditions] of Object.entries(definitions)) {
    const definition = {
      match: name.startsWith('any') ? 'any' : 'all',
      conditions: conditions.map(condition =>
        condition.activityId ? { ...condition, activityId: rows[0].id } : condition,
      ),
    }
    const created = await fetch(`${program.url}/api/segments`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name, ...definition }),
    })
    if (!created.ok) throw new Error(`${name}: ${created.status} ${await created.text()}`)
    const { id } = await created.json()
    const list = await measureResponseTime(`/api/users?page=1&pageSize=10&segmentId=${id}`)
    const count = await measureResponseTime('/api/segments/count', {
      method: 'POST',
      body: JSON.stringify(definition),
    })
    measured.push({ name, list, count })
    console.log(
      `${name.padEnd(36)} list ${list.toFixed(1).padStart(8)} ms ${(list / plain).toFixed(1).padStart(6)} ×   count ${count.toFixed(1).padStart(8)} ms`,
    )
  }
  function recordSlowest(part, entries) {
    const bar = { atMost: 2 }
    const slowest = entries.toSorted((a, b) => b.list - a.list)[0]
    const aboveBar = entries.filter(({ list }) => list / plain > bar.atMost).length
    recordResult({
      part: `${part}, ${size.toLocaleString('en')} members, 95th percentile`,
      reference: 'the plain first page of the member list',
      ratio: slowest.list / plain,
      bar,
      reason:
        'the plain page is one prepared statement with a counter; matches that are neither common nor rare are all collected (docs/decisions/065)',
      note: `slowest: ${slowest.name}, ${Math.round(slowest.list)} ms; above the bar: ${aboveBar} of ${entries.length}`,
    })
  }
  recordSlowest('members by custom fields and tags', measuredFilters)
  recordSlowest('members of a segment', measured)
} finally {
  await client.end()
  await program.stop()
}
