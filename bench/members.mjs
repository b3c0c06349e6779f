// Response time of the member list with a thousand, a hundred thousand and a million members.
// The reference is a request that only reads its session. The result also says whether the whole table was read.
import { connectToDatabase, insertMembers, signInDemoAccount } from './support/many-members.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'

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

/** Pagination cursor for a row in the middle of the list, as a client has after paging that far. */
async function findCursorOfMiddleRow(client, size) {
  const { rows } = await client.query(
    `select full_name, id from users where status = 'active' order by full_name, id offset $1 limit 1`,
    [Math.floor(size * 0.45)],
  )
  return Buffer.from(JSON.stringify([rows[0].full_name, rows[0].id])).toString('base64url')
}

async function measureMemberList(size) {
  const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
  const client = await connectToDatabase(program)
  try {
    if (size > 1200) await insertMembers(client, size)
    const cookie = await signInDemoAccount(program.url)
    const requestPath = path => fetch(`${program.url}${path}`, { headers: { cookie } })
    const measureMedian = async path => {
      const times = []
      for (let round = 0; round < rounds; round++) {
        const start = performance.now()
        const response = await requestPath(path)
        await response.text()
        if (!response.ok) throw new Error(`${path}: ${response.status}`)
        times.push(performance.now() - start)
      }
      return computeMedian(times)
    }
    const doesQueryReadWholeTable = async path => {
      const readScanCount = async () => {
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query(
          `select coalesce(seq_tup_read, 0)::int as rows from pg_stat_user_tables where relname = 'users'`,
        )
        return rows[0].rows
      }
      // PostgreSQL publishes its statistics when a database session becomes idle.
      const waitForCounters = () => new Promise(resolve => setTimeout(resolve, 1200))
      await waitForCounters()
      const before = await readScanCount()
      await (await requestPath(path)).text()
      await waitForCounters()
      // A scan that stops after the first matching rows is not a scan of the whole table.
      return (await readScanCount()) - before > size / 2
    }
    const sessionOnlyMs = await measureMedian('/api/auth/me')
    const paths = {
      ...calls,
      'half-way, by key': `/api/users?pageSize=10&status=active&after=${await findCursorOfMiddleRow(client, size)}`,
    }
    const { rows } = await client.query(`select id from users where status = 'pending' order by id limit 1`)
    paths['an application'] = `/api/users/${rows[0].id}/application`
    const results = { bare: sessionOnlyMs }
    for (const [name, path] of Object.entries(paths)) {
      results[name] = {
        ms: await measureMedian(path),
        isWhole: size > 50_000 && (await doesQueryReadWholeTable(path)),
      }
    }
    const start = performance.now()
    const csv = await requestPath('/api/users/export?format=csv')
    let bytes = 0
    let firstByteMs = 0
    for await (const chunk of csv.body) {
      firstByteMs ||= performance.now() - start
      bytes += chunk.length
    }
    results.export = { ms: performance.now() - start, first: firstByteMs, bytes }
    return results
  } finally {
    await client.end()
    await program.stop()
  }
}

const table = []
for (const size of sizes) {
  table.push(await measureMemberList(size))
  const { bare: sessionOnlyMs, export: exportResult, ...namedResults } = table.at(-1)
  console.log(
    `\n${size.toLocaleString('en')} members; a call that only reads its session: ${sessionOnlyMs.toFixed(1)} ms`,
  )
  for (const [name, { ms, isWhole }] of Object.entries(namedResults)) {
    const growth = table.length > 1 ? `   ${(ms / table[0][name].ms).toFixed(1)} × the smallest` : ''
    console.log(
      `  ${name.padEnd(22)} ${ms.toFixed(1).padStart(7)} ms  ${(ms / sessionOnlyMs).toFixed(1).padStart(6)} × bare${growth}${isWhole ? '   READS THE WHOLE TABLE' : ''}`,
    )
  }
  console.log(
    `  export as CSV          ${(exportResult.ms / 1000).toFixed(1).padStart(7)} s   first bytes after ${exportResult.first.toFixed(0)} ms, ${(exportResult.bytes / 1e6).toFixed(1)} MB`,
  )
}
