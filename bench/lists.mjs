// Lists, figures and searches with a million members beside ten thousand: what a call takes, and how often longer.
import { readFileSync } from 'node:fs'
import { to as copyTo } from 'pg-copy-streams'
import { connect, fill, signIn } from './many-members.mjs'
import { percentile } from './numbers.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

/** One value for each filter of the list; whoever adds one adds it here. */
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
/** Not counted: a list that nobody has opened for hours is read from the disk, whatever its size. */
const warmUps = 3
const names = Object.keys(filters).filter(name => name !== 'search')

function address(path, chosen) {
  const given = Object.fromEntries(chosen.map(name => [name, filters[name]]))
  return `${path}?${new URLSearchParams({ page: '1', pageSize: '10', ...given })}`
}

const pairs = names.flatMap((one, index) => names.slice(index + 1).map(other => [one, other]))
/** With a status and without: an index that fits only one of them shows. */
const sets = [
  [],
  ...names.map(name => [name]),
  ...pairs,
  ...pairs.map(pair => [...new Set([...pair, 'status'])]),
]
const unique = new Map(sets.map(set => [set.toSorted().join(' + ') || 'first page', set]))

const calls = {
  ...Object.fromEntries([...unique].map(([name, set]) => [name, address('/api/users', set)])),
  'newest first': `${address('/api/users', [])}&sort=-createdAt`,
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

/** One line of the table for each kind, by the worst of it. */
const kindOf = name =>
  name in searches
    ? 'searches'
    : name in calls && unique.has(name)
      ? name.includes(' + ')
        ? 'filters in pairs'
        : 'filters alone'
      : name

async function keyHalfWay(client) {
  const { rows } = await client.query(
    'select full_name, id from users order by full_name, id offset (select count(*) / 2 from users) limit 1',
  )
  return Buffer.from(JSON.stringify([rows[0].full_name, rows[0].id])).toString('base64url')
}

/** Two entries for each member, as somebody who came in and was let in leaves them. */
async function fillAudit(client) {
  await client.query(
    `insert into audit_events (kind, actor_id, target_type, target_id, country, created_at)
     select kind, u.id, 'user', u.id::text, u.current_country, u.created_at
       from users u cross join (values ('user.registered'), ('user.approved')) k(kind) where u.username like 'bench%'`,
  )
  await client.query('vacuum analyze audit_events')
}

/** All members as a spreadsheet, beside what the database itself copies out: the same columns in the same order. */
async function measureExport({ url, child }, client, cookie) {
  const memory = () =>
    Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024
  const idle = memory()
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, memory())
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
  clearInterval(watch)
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
      `${(copied / 1e6).toFixed(0)} MB; memory ${idle.toFixed(0)} → ${most.toFixed(0)} MB`,
  )
  record({
    part: 'all members as CSV, rows a second',
    reference: 'COPY of the same columns in the same order',
    ratio: reference / ours,
    bar: { atLeast: 0.6 },
    reason:
      'read in parts, each with the rights of its moment, and each line looked at for formulas; COPY does neither',
    note: `memory ${Math.round(most - idle)} MB above idle (aim 100)`,
  })
}

/** The 95th percentile of each, or with ONLY of those whose name holds these words. */
async function measure(size, rounds, folder) {
  const program = await startProgram({ folder, env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const client = await connect(program)
  try {
    const { rows } = await client.query('select count(*)::int as count from users')
    if (rows[0].count < size) {
      await fill(client, size)
      await fillAudit(client)
    }
    const cookie = await signIn(program.url)
    const after = await keyHalfWay(client)
    const found = {}
    for (const [name, path] of Object.entries({ ...calls, ...searches })) {
      if (process.env.ONLY && !name.includes(process.env.ONLY)) continue
      const times = []
      for (let round = -warmUps; round < rounds; round++) {
        const start = performance.now()
        const answer = await fetch(program.url + (path || `/api/users?pageSize=10&after=${after}`), {
          headers: { cookie },
        })
        await answer.text()
        if (!answer.ok && answer.status !== 503) throw new Error(`${path}: ${answer.status}`)
        // Given up on after a second or two.
        const took = answer.ok ? performance.now() - start : Number.POSITIVE_INFINITY
        if (round >= 0) times.push(took)
      }
      const ordered = times.sort((a, b) => a - b)
      found[name] = percentile(ordered, 0.95)
    }
    if (size >= 1_000_000 && (process.env.ONLY ?? 'export') === 'export')
      await measureExport(program, client, cookie)
    return found
  } finally {
    await client.end()
    await program.stop()
  }
}

const [small, large] = (process.env.MEMBERS ?? '10000,1000000').split(',').map(Number)
const folders = process.env.FOLDERS?.split(',') ?? []
const rounds = Number(process.env.ROUNDS ?? 40)
const few = await measure(small, rounds, folders[0])
const many = await measure(large, rounds, folders[1])
const growth = Object.entries(many).map(([name, ms]) => ({
  name,
  ms,
  ratio: ms / few[name],
  kind: kindOf(name),
}))
const worst = new Map()
for (const { name, ms, ratio, kind } of growth.toSorted((a, b) => b.ratio - a.ratio)) {
  const bar = { atMost: kind === 'searches' ? 3 : 2 }
  console.log(
    `${name.padEnd(48)} ${few[name].toFixed(1).padStart(7)} → ${ms.toFixed(1).padStart(8)} ms ${ratio.toFixed(1).padStart(6)} ×  ${ratio > bar.atMost ? `ABOVE ${bar.atMost}` : ''}`,
  )
  if (worst.has(kind)) continue
  worst.set(kind, name)
  const above = growth.filter(one => one.kind === kind && one.ratio > bar.atMost).length
  record({
    part: `${kind} with ${large.toLocaleString('en')} members, 95th percentile`,
    reference: `itself with ${small.toLocaleString('en')}`,
    ratio,
    bar,
    reason:
      'what is common to very many is gathered before it can be put in order or counted; each is below the limit of a statement (docs/decisions/039)',
    note: kind === name ? '' : `the worst: ${name}${above > 1 ? `; above the bar: ${above}` : ''}`,
  })
}
