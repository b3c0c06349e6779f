// Memory use after minutes of mixed traffic, compared with the first minute. MINUTES sets the duration, by default ten.
// The traffic consists of chat in ten groups, lists, statistics, sign-ins and registrations.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createChatMembers, startChatClients } from './support/chat-crowd.mjs'
import { signInDemoAccount } from './support/many-members.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

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

const program = await startServer({
  preload: ['bench/support/server-load.mjs'],
  env: { LOGIN_LIMITS: '100000/1,100000/1', REGISTER_LIMIT: '100000/60' },
})
const chatClients = await startChatClients(program.url, await createChatMembers(program, 50, 10))
const deadline = performance.now() + minutes * 60_000
const done = { screens: 0, entries: 0, applications: 0, words: 0, refused: 0 }

async function repeatUntilDeadline(work, pause) {
  while (performance.now() < deadline) {
    await work()
    await sleep(pause)
  }
}

async function requestScreensRepeatedly() {
  const cookie = await signInDemoAccount(program.url)
  await repeatUntilDeadline(async () => {
    const response = await fetch(program.url + screens[done.screens++ % screens.length], {
      headers: { cookie },
    })
    await response.arrayBuffer()
    if (!response.ok) done.refused++
  }, 100)
}

const signInRepeatedly = () =>
  repeatUntilDeadline(async () => {
    await signInDemoAccount(program.url, 'member')
    done.entries++
  }, 2000)

const registerRepeatedly = () =>
  repeatUntilDeadline(async () => {
    const name = `soak${done.applications++}`
    const body = JSON.stringify({
      email: `${name}@contoh.test`,
      password: 'ombak-biru-77',
      fullName: `Pelajar ${name}`,
      currentCountry: 'Japan',
    })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${program.url}/api/auth/register`, { method: 'POST', headers, body })
    if (!response.ok) done.refused++
  }, 3000)

const sendMessagesRepeatedly = () =>
  repeatUntilDeadline(async () => {
    chatClients.send({ count: 20, every: 200 })
    const [{ refused }] = await once(chatClients, 'message')
    done.words += 20
    done.refused += refused.length
  }, 0)

const memoryByMinute = []
async function measureMemoryRegularly() {
  const startedAt = performance.now()
  for (let minute = 1; minute <= minutes; minute++) {
    await sleep(startedAt + minute * 60_000 - 1000 - performance.now())
    program.child.send({ ask: 'load', isTidy: true })
    const [load] = await once(program.child, 'message')
    memoryByMinute.push(load.used / 1e6)
    console.log(
      `minute ${minute}: ${memoryByMinute.at(-1).toFixed(1)} MB used, ${(load.rss / 1e6).toFixed(0)} MB resident   ${JSON.stringify(done)}`,
    )
  }
}

await Promise.all([
  requestScreensRepeatedly(),
  signInRepeatedly(),
  registerRepeatedly(),
  sendMessagesRepeatedly(),
  measureMemoryRegularly(),
])
recordResult({
  part: `used memory after ${minutes} minutes of mixed traffic`,
  reference: 'after the first minute',
  ratio: memoryByMinute.at(-1) / memoryByMinute[0],
  bar: { atMost: 1.1 },
  note: `${memoryByMinute[0].toFixed(1)} → ${memoryByMinute.at(-1).toFixed(1)} MB; ${done.refused} refused`,
})
chatClients.send({ isOver: true })
await once(chatClients, 'exit')
await program.stop()
