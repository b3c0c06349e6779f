// Reference for bench/start.mjs: the same PostgreSQL on the same files, and Fastify with one endpoint that queries it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pass } from 'node:timers/promises'
import Fastify from 'fastify'
import pg from 'pg'

const { command, socket, port } = JSON.parse(process.argv[2])
const [program, ...args] = command
const database = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env.PATH, LC_ALL: 'C' } })

const pool = new pg.Pool({ host: socket, user: 'perantau', database: 'perantau' })
pool.on('error', () => {})
const queryDatabase = () => pool.query('select 1')
while (
  !(await queryDatabase().then(
    () => true,
    () => false,
  ))
)
  await pass(10)

const app = Fastify()
app.get('/readyz', async () => (await queryDatabase()).rows)
await app.listen({ host: '127.0.0.1', port })

process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
  database.kill('SIGINT')
  await once(database, 'exit')
  process.exit()
})
