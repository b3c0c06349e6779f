// What the program holds in memory after some minutes of mixed traffic, beside what it held after the first: chat in ten
// groups, lists and figures, people who sign in and register. `MINUTES`, ten unless told.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { invite, startClients } from './chat-crowd.mjs'
import { signIn } from './many-members.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const minutes = Number(process.env.MINUTES ?? 10)
const screens = [
  '/api/dashboard',
  '/api/users?page=1&pageSize=10',
  '/api/users?page=1&pageSize=25&search=ahmad',
  '/api/activities?page=1&pageSize=10',
  '/api/clubs?pageSize=10',
  '/api/analytics/members',
  '/api/audit?page=1&pageSize=20',
  '/api/groups',
  '/api/notifications?limit=20',
]

const program = await startProgram({
  preload: ['bench/server-load.mjs'],
  env: { LOGIN_LIMITS: '100000/1,100000/1', REGISTER_LIMIT: '100000/60' },
})
const talkers = await startClients(program.url, await invite(program, 50, 10))
const until = performance.now() + minutes * 60_000
const done = { screens: 0, entries: 0, applications: 0, words: 0, refused: 0 }

async function meanwhile(work, pause) {
  while (performance.now() < until) {
    await work()
    await sleep(pause)
  }
}

async function look() {
  const cookie = await signIn(program.url)
  await meanwhile(async () => {
    const answer = await fetch(program.url + screens[done.screens++ % screens.length], {
      headers: { cookie },
    })
    await answer.arrayBuffer()
    if (!answer.ok) done.refused++
  }, 100)
}

const enter = () =>
  meanwhile(async () => {
    await signIn(program.url, 'member')
    done.entries++
  }, 2000)

const apply = () =>
  meanwhile(async () => {
    const name = `soak${done.applications++}`
    const body = JSON.stringify({
      email: `${name}@contoh.test`,
      password: 'ombak-biru-77',
      fullName: `Pelajar ${name}`,
      currentCountry: 'Japan',
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${program.url}/api/auth/register`, { method: 'POST', headers, body })
    if (!answer.ok) done.refused++
  }, 3000)

const talk = () =>
  meanwhile(async () => {
    talkers.send({ count: 20, every: 200 })
    const [{ refused }] = await once(talkers, 'message')
    done.words += 20
    done.refused += refused.length
  }, 0)

const held = []
async function weigh() {
  const startedAt = performance.now()
  for (let minute = 1; minute <= minutes; minute++) {
    await sleep(startedAt + minute * 60_000 - 1000 - performance.now())
    program.child.send({ ask: 'load', isTidy: true })
    const [load] = await once(program.child, 'message')
    held.push(load.held / 1e6)
    console.log(
      `minute ${minute}: ${held.at(-1).toFixed(1)} MB held, ${(load.rss / 1e6).toFixed(0)} MB in all   ${JSON.stringify(done)}`,
    )
  }
}

await Promise.all([look(), enter(), apply(), talk(), weigh()])
record({
  part: `memory held after ${minutes} minutes of mixed traffic`,
  reference: 'after the first minute',
  ratio: held.at(-1) / held[0],
  bar: { atMost: 1.1 },
  note: `${held[0].toFixed(1)} → ${held.at(-1).toFixed(1)} MB; ${done.refused} refused`,
})
talkers.send({ isOver: true })
await once(talkers, 'exit')
await program.stop()
