// Lists, statistics and searches with a million members compared with ten thousand: response time and growth.
import { readFileSync } from 'node:fs'
import { to as copyTo } from 'pg-copy-streams'
import { fieldFilters, fillCustomFields } from './support/custom-fields.mjs'
import { connectToDatabase, insertMembers, signInDemoAccount } from './support/many-members.mjs'
import { computePercentile } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

/** Sample value for each filter of the member list. A new filter must be added here. */
const filters = {
  search: 'Zulqarnain',
  country: 'Japan',
  clubId: '3',
  role: 'club_secretary',
  status: 'active',
  educationLevel: 'sarjana',
  institution: 'Institut 999',
  from: '2025-03-01T00:00:00Z',
  to: '2025-03-02T00:00:00Z',
}
/** Rounds that are not measured. A list that was not read for hours is read from disk first, whatever its size. */
const warmUps = 3
const names = Object.keys(filters).filter(name => name !== 'search')

function buildListUrl(path, chosen) {
  const parameters = Object.fromEntries(chosen.map(name => [name, filters[name]]))
  return `${path}?${new URLSearchParams({ page: '1', pageSize: '10', ...parameters })}`
}

const pairs = names.flatMap((first, index) => names.slice(index + 1).map(second => [first, second]))
/** Each pair of filters is measured with and without a status filter, because an index may fit only one of the two. */
const sets = [
  [],
  ...names.map(name => [name]),
  ...pairs,
  ...pairs.map(pair => [...new Set([...pair, 'status'])]),
]
const unique = new Map(sets.map(set => [set.toSorted().join(' + ') || 'first page', set]))

const calls = {
  ...Object.fromEntries([...unique].map(([name, set]) => [name, buildListUrl('/api/users', set)])),
  'newest first': `${buildListUrl('/api/users', [])}&sort=-createdAt`,
  'by key': '',
  dashboard: '/api/dashboard',
  analytics: '/api/analytics/members',
  'analytics of a country': '/api/analytics/members?country=Japan',
  'people search': '/api/people?search=zulqarnain',
  'unread count': '/api/notifications/unread/count',
  'audit, first page': '/api/audit?page=1&pageSize=20',
  'audit, far behind': '/api/audit?page=400&pageSize=20',
  'audit of a day': '/api/audit?page=1&pageSize=20&from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z',
}
const searches = {
  'search, rare': '/api/users?page=1&pageSize=10&search=Zulqarnain',
  'search, none': '/api/users?page=1&pageSize=10&search=xqzxqz',
  'search, common': '/api/users?page=1&pageSize=10&search=ahmad',
  'search, common and late': '/api/users?page=1&pageSize=10&search=wong',
  'search, two letters': '/api/users?page=1&pageSize=10&search=ra',
  'people, common': '/api/people?search=ahmad',
}

/** Returns the kind of a request. The result table has one line per kind, with the slowest request of that kind. */
function getKindOfRequest(name) {
  if (name in searches) return 'searches'
  if (name in fieldFilters) return 'filters by custom fields'
  if (!unique.has(name)) return name
  return name.includes(' + ') ? 'filters in pairs' : 'filters alone'
}

async function findCursorOfMiddleRow(client) {
  const { rows } = await client.query(
    'select full_name, id from users order by full_name, id offset (select count(*) / 2 from users) limit 1',
  )
  return Buffer.from(JSON.stringify([rows[0].full_name, rows[0].id])).toString('base64url')
}

/** Inserts two audit events per member: the registration and the approval. */
async function insertAuditEvents(client) {
  await client.query(
    `insert into audit_events (kind, actor_id, target_type, target_id, country, created_at)
     select kind, u.id, 'user', u.id::text, u.current_country, u.created_at
       from users u cross join (values ('user.registered'), ('user.approved')) k(kind) where u.username like 'bench%'`,
  )
  await client.query('vacuum analyze audit_events')
}

/** Measures the CSV export of all members against COPY of the same columns in the same order. */
async function measureCsvExport({ url, child }, client, cookie) {
  const readMemoryMb = () =>
    Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024
  const idleMb = readMemoryMb()
  let peakMb = idleMb
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, readMemoryMb())
  }, 100)
  let start = performance.now()
  let bytes = 0
  let head = ''
  const csv = await fetch(`${url}/api/users/export?format=csv`, { headers: { cookie } })
  if (!csv.ok) throw new Error(`export: ${csv.status}`)
  for await (const chunk of csv.body) {
    if (bytes === 0) head = Buffer.from(chunk).toString().split('\r\n')[0]
    bytes += chunk.length
  }
  const ours = performance.now() - start
  clearInterval(sampler)
  start = performance.now()
  const copy = client.query(
    copyTo(`copy (
    select membership_number, full_name, email, role, status, current_country, (select name from clubs where id = club_id),
           institution, course, education_level, start_year, end_year, created_at, approved_at
      from users where erased_at is null order by full_name, id) to stdout with csv`),
  )
  let copied = 0
  for await (const chunk of copy) copied += chunk.length
  const reference = performance.now() - start
  console.log(
    `export: ${(ours / 1000).toFixed(1)} s for ${(bytes / 1e6).toFixed(0)} MB (${head}), COPY ${(reference / 1000).toFixed(1)} s for ` +
      `${(copied / 1e6).toFixed(0)} MB; memory ${idleMb.toFixed(0)} → ${peakMb.toFixed(0)} MB`,
  )
  recordResult({
    part: 'all members as CSV, rows a second',
    reference: 'COPY of the same columns in the same order',
    ratio: reference / ours,
    bar: { atLeast: 0.6 },
    reason:
      'the export reads in batches, authorizes each batch anew and escapes formulas in each cell; COPY does neither',
    note: `memory ${Math.round(peakMb - idleMb)} MB above idle (aim 100)`,
  })
}

/** Measures the 95th percentile of each request, or only of requests whose name contains the value of ONLY. */
async function measureResponseTimes(size, rounds, folder) {
  const program = await startServer({ folder, env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const client = await connectToDatabase(program)
  try {
    const { rows } = await client.query('select count(*)::int as count from users')
    if (rows[0].count < size) {
      await insertMembers(client, size)
      await insertAuditEvents(client)
      await fillCustomFields(client)
    }
    const cookie = await signInDemoAccount(program.url)
    const after = await findCursorOfMiddleRow(client)
    const percentiles = {}
    for (const [name, path] of Object.entries({ ...calls, ...fieldFilters, ...searches })) {
      if (process.env.ONLY && !name.includes(process.env.ONLY)) continue
      const times = []
      for (let round = -warmUps; round < rounds; round++) {
        const start = performance.now()
        const response = await fetch(program.url + (path || `/api/users?pageSize=10&after=${after}`), {
          headers: { cookie },
        })
        await response.text()
        if (!response.ok && response.status !== 503) throw new Error(`${path}: ${response.status}`)
        // A request that fails with 503 after a second or two is recorded as infinitely slow.
        const durationMs = response.ok ? performance.now() - start : Number.POSITIVE_INFINITY
        if (round >= 0) times.push(durationMs)
      }
      const ordered = times.sort((a, b) => a - b)
      percentiles[name] = computePercentile(ordered, 0.95)
    }
    if (size >= 1_000_000 && (process.env.ONLY ?? 'export') === 'export')
      await measureCsvExport(program, client, cookie)
    return percentiles
  } finally {
    await client.end()
    await program.stop()
  }
}

const [small, large] = (process.env.MEMBERS ?? '10000,1000000').split(',').map(Number)
const folders = process.env.FOLDERS?.split(',') ?? []
const rounds = Number(process.env.ROUNDS ?? 40)
const smallResults = await measureResponseTimes(small, rounds, folders[0])
const largeResults = await measureResponseTimes(large, rounds, folders[1])
const growth = Object.entries(largeResults).map(([name, ms]) => ({
  name,
  ms,
  ratio: ms / smallResults[name],
  kind: getKindOfRequest(name),
}))
const worst = new Map()
for (const { name, ms, ratio, kind } of growth.toSorted((a, b) => b.ratio - a.ratio)) {
  const bar = { atMost: kind === 'searches' ? 3 : 2 }
  console.log(
    `${name.padEnd(48)} ${smallResults[name].toFixed(1).padStart(7)} → ${ms.toFixed(1).padStart(8)} ms ${ratio.toFixed(1).padStart(6)} ×  ${ratio > bar.atMost ? `ABOVE ${bar.atMost}` : ''}`,
  )
  if (worst.has(kind)) continue
  worst.set(kind, name)
  const aboveBar = growth.filter(entry => entry.kind === kind && entry.ratio > bar.atMost).length
  recordResult({
    part: `${kind} with ${large.toLocaleString('en')} members, 95th percentile`,
    reference: `the same with ${small.toLocaleString('en')}`,
    ratio,
    bar,
    reason:
      'a term shared by very many members is collected before it is sorted or counted; each query stays below the statement timeout (docs/decisions/009)',
    note: kind === name ? '' : `slowest: ${name}${aboveBar > 1 ? `; above the bar: ${aboveBar}` : ''}`,
  })
}
