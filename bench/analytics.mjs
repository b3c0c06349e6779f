// Dashboard and analytics with a million members: duration of a request, and pages of each table that it reads.
// The number of pages read is compared with the size of the table.
import { connectToDatabase, insertMembers, signInDemoAccount } from './support/many-members.mjs'
import { computeMedian } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'

const size = Number(process.env.MEMBERS ?? 1_000_000)
const rounds = 15
const tables = ['users', 'user_history', 'messages', 'summaries', 'member_changes', 'message_counts']
const scopes = ['', '?country=Japan&period=24', '?clubId=3&period=24']
const visits = [
  ...['system_admin', 'country_admin', 'club_secretary', 'member'].map(account => [
    account,
    '/api/dashboard',
  ]),
  ...['members', 'activities', 'communication'].flatMap(part =>
    scopes.map(scope => ['system_admin', `/api/analytics/${part}${scope}`]),
  ),
]

/** Number of pages read so far, per table with its indexes. A database session reports them after ten idle seconds. */
async function countTablePagesRead(client) {
  await new Promise(resolve => setTimeout(resolve, 10_500))
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    `select relname as name, coalesce(heap_blks_hit, 0) + coalesce(heap_blks_read, 0) as heap,
            coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0) as index
       from pg_statio_user_tables where relname = any($1)`,
    [tables],
  )
  return Object.fromEntries(rows.map(({ name, heap, index }) => [name, [Number(heap), Number(index)]]))
}

const program = await startServer({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
const client = await connectToDatabase(program)
try {
  if (size > 1200) await insertMembers(client, size)
  const { rows } = await client.query(
    'select relname as name, relpages as pages from pg_class where relname = any($1)',
    [tables],
  )
  console.log(`${size.toLocaleString('en')} members; pages of the tables:`)
  for (const { name, pages } of rows) console.log(`  ${name.padEnd(16)} ${String(pages).padStart(8)}`)
  console.log('pages touched by a visit, of the table + of its indexes; the session is read from users too')
  for (const [account, path] of visits) {
    const headers = { cookie: await signInDemoAccount(program.url, account) }
    const before = await countTablePagesRead(client)
    const times = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const response = await fetch(`${program.url}${path}`, { headers })
      await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      times.push(performance.now() - start)
    }
    const after = await countTablePagesRead(client)
    const pagesRead = tables
      .map(name => [name, ...after[name].map((count, part) => (count - before[name][part]) / rounds)])
      .filter(([, heap, index]) => heap + index > 0)
      .map(([name, heap, index]) => `${name} ${heap.toFixed(0)}+${index.toFixed(0)}`)
    console.log(
      `  ${account.padEnd(15)} ${path.padEnd(52)} ${computeMedian(times).toFixed(1).padStart(6)} ms  ${pagesRead.join(', ')}`,
    )
  }
} finally {
  await client.end()
  await program.stop()
}
