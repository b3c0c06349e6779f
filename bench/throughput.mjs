// How many pages of ten members a second the program gives out, beside a bare server that does only the unavoidable:
// one statement for the same rows, no session, no schema.
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { connect, fill } from './many-members.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const connections = 32
const seconds = Number(process.env.SECONDS ?? 5)
const path = '/api/users?page=1&pageSize=10&status=active'

function call(agent, url, headers) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, response => {
      response.on('data', () => {}).on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}

/** Requests a second, with so many under way all the time, each on behalf of somebody else. */
async function press(url, cookies) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let done = 0
  let isOver = false
  const work = async index => {
    while (!isOver) {
      const status = await call(agent, url, { cookie: cookies[index % cookies.length] })
      if (status !== 200) throw new Error(`${url}: ${status}`)
      done++
    }
  }
  const workers = Array.from({ length: connections }, (_, index) => work(index))
  const measure = async time => {
    const before = done
    await new Promise(resolve => setTimeout(resolve, time * 1000))
    return (done - before) / time
  }
  await measure(2)
  const rate = await measure(seconds)
  isOver = true
  await Promise.all(workers)
  agent.destroy()
  return rate
}

const program = await startProgram({ folder: process.env.FOLDER, env: { LOGIN_LIMITS: '1000/1,1000/1' } })
const client = await connect(program)
const { rows } = await client.query('select count(*)::int as count from users')
if (rows[0].count < 10_000) await fill(client, 10_000)

/** Everybody somebody else: what one person asks for at once waits its turn by intent. */
async function signInMany() {
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
const cookies = await signInMany()
await client.end()
const bare = fork(join(import.meta.dirname, 'throughput-bare.mjs'), [program.dataDir], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
const [port] = await once(bare, 'message')
try {
  const reference = await press(`http://127.0.0.1:${port}${path}`, cookies)
  const ours = await press(program.url + path, cookies)
  console.log(
    `page of 10: ${ours.toFixed(0)} a second, bare ${reference.toFixed(0)}, ratio ${(ours / reference).toFixed(2)} (aim 0.6)`,
  )
  record({
    part: 'page of 10 members, 32 connections, requests a second',
    reference: 'node:http and pg, the same rows by one statement',
    ratio: ours / reference,
    bar: { atLeast: 0.6 },
    reason:
      'with every call the session is looked up and each right judged by the database, and the answer is held against its schema (docs/decisions/038)',
    note: `${ours.toFixed(0)} and ${reference.toFixed(0)} a second`,
  })
} finally {
  bare.kill()
  await program.stop()
}
