// Lists, figures and searches with a million members beside ten thousand: what a call takes, and how often longer.
import { connect, fill, signIn } from './many-members.mjs'
import { percentile } from './numbers.mjs'
import { startProgram } from './program.mjs'

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
  'audit, first page': '/api/audit?pageSize=20',
}
const searches = {
  'search, rare': '/api/users?page=1&pageSize=10&search=Zulqarnain',
  'search, none': '/api/users?page=1&pageSize=10&search=xqzxqz',
  'search, common': '/api/users?page=1&pageSize=10&search=ahmad',
  'search, common and late': '/api/users?page=1&pageSize=10&search=wong',
  'search, two letters': '/api/users?page=1&pageSize=10&search=ra',
  'people, common': '/api/people?search=ahmad',
}

async function keyHalfWay(client) {
  const { rows } = await client.query(
    'select full_name, id from users order by full_name, id offset (select count(*) / 2 from users) limit 1',
  )
  return Buffer.from(JSON.stringify([rows[0].full_name, rows[0].id])).toString('base64url')
}

/** The 95th percentile of each, or with ONLY of those whose name holds these words. */
async function measure(size, rounds, folder) {
  const program = await startProgram({ folder, env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const client = await connect(program)
  try {
    const { rows } = await client.query('select count(*)::int as count from users')
    if (rows[0].count < size) await fill(client, size)
    const cookie = await signIn(program.url)
    const after = await keyHalfWay(client)
    const found = {}
    for (const [name, path] of Object.entries({ ...calls, ...searches })) {
      if (process.env.ONLY && !name.includes(process.env.ONLY)) continue
      const times = []
      for (let round = 0; round < rounds; round++) {
        const start = performance.now()
        const answer = await fetch(program.url + (path || `/api/users?pageSize=10&after=${after}`), {
          headers: { cookie },
        })
        await answer.text()
        // Given up on after a second or two.
        if (answer.status === 503) times.push(Number.POSITIVE_INFINITY)
        else if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
        else times.push(performance.now() - start)
      }
      const ordered = times.sort((a, b) => a - b)
      found[name] = percentile(ordered, 0.95)
    }
    return found
  } finally {
    await client.end()
    await program.stop()
  }
}

const [small, large] = (process.env.MEMBERS ?? '10000,1000000').split(',').map(Number)
const folders = process.env.FOLDERS?.split(',') ?? []
const rounds = Number(process.env.ROUNDS ?? 15)
const few = await measure(small, rounds, folders[0])
const many = await measure(large, rounds, folders[1])
for (const [name, ms] of Object.entries(many).sort((a, b) => b[1] / few[b[0]] - a[1] / few[a[0]])) {
  const bar = name in searches ? 3 : 2
  const ratio = ms / few[name]
  console.log(
    `${name.padEnd(48)} ${few[name].toFixed(1).padStart(7)} → ${ms.toFixed(1).padStart(8)} ms ${ratio.toFixed(1).padStart(6)} ×  ${ratio > bar ? `ABOVE ${bar}` : ''}`,
  )
}
