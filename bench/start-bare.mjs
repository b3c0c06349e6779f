// The least that can be called ready: the same PostgreSQL with the same settings, a pool, Fastify with one route.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'

const [dataDir, port, uid, gid, command, ...args] = process.argv.slice(2)
const server = spawn(command, args, { uid: Number(uid), gid: Number(gid), stdio: 'ignore' })
const host = encodeURIComponent(join(dataDir, 'socket'))
const pool = new pg.Pool({ connectionString: `postgresql://postgres@/perantau?host=${host}` })
for (;;) {
  const isUp = await pool.query('select 1').then(
    () => true,
    () => false,
  )
  if (isUp) break
  await new Promise(resolve => setTimeout(resolve, 30))
}
const app = Fastify()
app.get('/readyz', async () => (await pool.query('select 1')).rows)
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.once('SIGTERM', async () => {
  await pool.end()
  server.once('exit', () => process.exit())
  server.kill('SIGINT')
})
