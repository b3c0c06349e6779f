// Pages of ten members per second, compared with a bare server that does only the unavoidable work:
// one statement for the same rows, without session and schema.
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { connectToDatabase, insertMembers } from './support/many-members.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const connections = 32
const seconds = Number(process.env.SECONDS ?? 5)
const path = '/api/users?page=1&pageSize=10&status=active'

function sendGetRequest(agent, url, headers) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, response => {
      response.on('data', () => {}).on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}

/** Requests per second with 32 connections in flight, each as a different user. */
async function measureRequestsPerSecond(url, cookies) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let done = 0
  let isOver = false
  const sendRequestsUntilEnd = async index => {
    while (!isOver) {
      const status = await sendGetRequest(agent, url, { cookie: cookies[index % cookies.length] })
      if (status !== 200) throw new Error(`${url}: ${status}`)
      done++
    }
  }
  const workers = Array.from({ length: connections }, (_, index) => sendRequestsUntilEnd(index))
  const measureDuration = async time => {
    const before = done
    await new Promise(resolve => setTimeout(resolve, time * 1000))
    return (done - before) / time
  }
  await measureDuration(2)
  const rate = await measureDuration(seconds)
  isOver = true
  await Promise.all(workers)
  agent.destroy()
  return rate
}

const program = await startServer({ folder: process.env.FOLDER, env: { LOGIN_LIMITS: '1000/1,1000/1' } })
const client = await connectToDatabase(program)
const { rows } = await client.query('select count(*)::int as count from users')
if (rows[0].count < 10_000) await insertMembers(client, 10_000)

/** Creates a session per connection for different users, because the server queues concurrent requests of one user. */
async function createSessions() {
  const tokens = Array.from({ length: connections }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map(token => createHash('sha256').update(token).digest('base64url'))
  await client.query(`update users set role = 'hq_admin' where username = any($1)`, [
    tokens.map((_, index) => `bench${index + 1}`),
  ])
  await client.query(
    `insert into sessions (user_id, token, expires_at)
     select u.id, h.token, now() + interval '1 day' from unnest($1::text[]) with ordinality as h (token, n)
       join users u on u.username = 'bench' || h.n`,
    [hashes],
  )
  return tokens.map(token => `session=${token}`)
}
const cookies = await createSessions()
await client.end()
const bare = fork(join(import.meta.dirname, 'support/throughput-bare.mjs'), [program.dataDir], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
const [port] = await once(bare, 'message')
try {
  const bareRate = await measureRequestsPerSecond(`http://127.0.0.1:${port}${path}`, cookies)
  const serverRate = await measureRequestsPerSecond(program.url + path, cookies)
  console.log(
    `page of 10: ${serverRate.toFixed(0)} a second, bare ${bareRate.toFixed(0)}, ratio ${(serverRate / bareRate).toFixed(2)} (aim 0.6)`,
  )
  recordResult({
    part: 'page of 10 members, 32 connections, requests a second',
    reference: 'node:http and pg, the same rows by one statement',
    ratio: serverRate / bareRate,
    bar: { atLeast: 0.6 },
    reason:
      'each request looks up the session, authorizes in the database and validates the response against its schema (docs/decisions/009)',
    note: `${serverRate.toFixed(0)} and ${bareRate.toFixed(0)} a second`,
  })
} finally {
  bare.kill()
  await program.stop()
}
