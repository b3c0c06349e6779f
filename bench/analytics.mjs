// Dashboard and analytics with a million members: how long a call takes, and how many pages of which table it touches
// beside how many there are.
import { connect, fill, signIn } from './many-members.mjs'
import { median } from './numbers.mjs'
import { startProgram } from './program.mjs'

const size = Number(process.env.MEMBERS ?? 1_000_000)
const rounds = 15
const tables = ['users', 'user_history', 'messages', 'summaries', 'member_changes', 'message_counts']
const scopes = ['', '?country=Japan&period=24', '?clubId=3&period=24']
const visits = [
  ...['system_admin', 'country_admin', 'club_secretary', 'member'].map(who => [who, '/api/dashboard']),
  ...['members', 'activities', 'communication'].flatMap(part =>
    scopes.map(scope => ['system_admin', `/api/analytics/${part}${scope}`]),
  ),
]

/** Pages touched so far, in memory or on disk, of tables and their indexes; a session tells after ten idle seconds. */
async function pagesTouched(client) {
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

const program = await startProgram({ env: { LOGIN_LIMITS: '1000/1,1000/1' } })
const client = await connect(program)
try {
  if (size > 1200) await fill(client, size)
  const { rows } = await client.query(
    'select relname as name, relpages as pages from pg_class where relname = any($1)',
    [tables],
  )
  console.log(`${size.toLocaleString('en')} members; pages of the tables:`)
  for (const { name, pages } of rows) console.log(`  ${name.padEnd(16)} ${String(pages).padStart(8)}`)
  console.log('pages touched by a visit, of the table + of its indexes; the session is read from users too')
  for (const [who, path] of visits) {
    const headers = { cookie: await signIn(program.url, who) }
    const before = await pagesTouched(client)
    const times = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const answer = await fetch(`${program.url}${path}`, { headers })
      await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      times.push(performance.now() - start)
    }
    const after = await pagesTouched(client)
    const touched = tables
      .map(name => [name, ...after[name].map((count, part) => (count - before[name][part]) / rounds)])
      .filter(([, heap, index]) => heap + index > 0)
      .map(([name, heap, index]) => `${name} ${heap.toFixed(0)}+${index.toFixed(0)}`)
    console.log(
      `  ${who.padEnd(15)} ${path.padEnd(52)} ${median(times).toFixed(1).padStart(6)} ms  ${touched.join(', ')}`,
    )
  }
} finally {
  await client.end()
  await program.stop()
}
