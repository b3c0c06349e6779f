// The members' list with a thousand, a hundred thousand and a million members: what a call takes, beside one that
// only reads its session, whether the table was read from end to end for it, and how it grows.
import { connect, fill, signIn } from './many-members.mjs'
import { median } from './numbers.mjs'
import { startProgram } from './program.mjs'

const sizes = (process.env.MEMBERS ?? '1000,100000,1000000').split(',').map(Number)
const rounds = 15

const calls = {
  'first page': '/api/users?page=1&pageSize=10&status=active',
  'newest of all states': '/api/users?page=1&pageSize=10&sort=-createdAt',
  'search, common': '/api/users?page=1&pageSize=10&status=active&search=ahmad',
  'search, rare': '/api/users?page=1&pageSize=10&status=active&search=Zulqarnain',
  'search, one': '/api/users?page=1&pageSize=10&status=active&search=bench777@',
  'search, none': '/api/users?page=1&pageSize=10&status=active&search=xqzxqz',
  'search, two letters': '/api/users?page=1&pageSize=10&status=active&search=ra',
  'country and level': '/api/users?page=1&pageSize=10&status=active&country=Japan&educationLevel=sarjana',
  club: '/api/users?page=1&pageSize=10&status=active&clubId=3',
  role: '/api/users?page=1&pageSize=10&status=active&role=club_secretary',
  institution: '/api/users?page=1&pageSize=10&status=active&institution=Institut%20999',
  dates: '/api/users?page=1&pageSize=10&status=active&from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z',
  'page 1,000': '/api/users?page=1000&pageSize=10&status=active',
  'half-way, by key': '',
  figures: '/api/users/summary',
  'likely the same': '/api/merging/pairs',
  'an application': '',
}

/** The key of a row in the middle, as a client would have it after walking there. */
async function keyHalfWay(client, size) {
  const { rows } = await client.query(
    `select full_name, id from users where status = 'active' order by full_name, id offset $1 limit 1`,
    [Math.floor(size * 0.45)],
  )
  return Buffer.from(JSON.stringify([rows[0].full_name, rows[0].id])).toString('base64url')
}

async function measure(size) {
  const program = await startProgram({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const client = await connect(program)
  try {
    if (size > 1200) await fill(client, size)
    const cookie = await signIn(program.url)
    const get = path => fetch(`${program.url}${path}`, { headers: { cookie } })
    const time = async path => {
      const times = []
      for (let round = 0; round < rounds; round++) {
        const start = performance.now()
        const answer = await get(path)
        await answer.text()
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
        times.push(performance.now() - start)
      }
      return median(times)
    }
    const readsWhole = async path => {
      const count = async () => {
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query(
          `select coalesce(seq_tup_read, 0)::int as rows from pg_stat_user_tables where relname = 'users'`,
        )
        return rows[0].rows
      }
      // Counters arrive when a session falls idle.
      const settle = () => new Promise(resolve => setTimeout(resolve, 1200))
      await settle()
      const before = await count()
      await (await get(path)).text()
      await settle()
      // A look at the first of them, until enough are found, is no reading of the whole.
      return (await count()) - before > size / 2
    }
    const bare = await time('/api/auth/me')
    const paths = {
      ...calls,
      'half-way, by key': `/api/users?pageSize=10&status=active&after=${await keyHalfWay(client, size)}`,
    }
    const { rows } = await client.query(`select id from users where status = 'pending' order by id limit 1`)
    paths['an application'] = `/api/users/${rows[0].id}/application`
    const results = { bare }
    for (const [name, path] of Object.entries(paths)) {
      results[name] = { ms: await time(path), isWhole: size > 50_000 && (await readsWhole(path)) }
    }
    const start = performance.now()
    const csv = await get('/api/users/export?format=csv')
    let bytes = 0
    let first = 0
    for await (const chunk of csv.body) {
      first ||= performance.now() - start
      bytes += chunk.length
    }
    results.export = { ms: performance.now() - start, first, bytes }
    return results
  } finally {
    await client.end()
    await program.stop()
  }
}

const table = []
for (const size of sizes) {
  table.push(await measure(size))
  const { bare, export: whole, ...named } = table.at(-1)
  console.log(
    `\n${size.toLocaleString('en')} members; a call that only reads its session: ${bare.toFixed(1)} ms`,
  )
  for (const [name, { ms, isWhole }] of Object.entries(named)) {
    const growth = table.length > 1 ? `   ${(ms / table[0][name].ms).toFixed(1)} × the smallest` : ''
    console.log(
      `  ${name.padEnd(22)} ${ms.toFixed(1).padStart(7)} ms  ${(ms / bare).toFixed(1).padStart(6)} × bare${growth}${isWhole ? '   READS THE WHOLE TABLE' : ''}`,
    )
  }
  console.log(
    `  export as CSV          ${(whole.ms / 1000).toFixed(1).padStart(7)} s   first bytes after ${whole.first.toFixed(0)} ms, ${(whole.bytes / 1e6).toFixed(1)} MB`,
  )
}
