// Event loop delay and response time of an ordinary request, idle and during forty concurrent wrong logins.
import { once } from 'node:events'
import { computePercentile } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'

const seconds = 5
const program = await startServer({
  env: { LOGIN_LIMITS: '999999/1,999999/1' },
  preload: ['bench/support/loop-delay.mjs'],
})

function sendLogin(email, password) {
  return fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}

async function readEventLoopDelay() {
  program.child.send('report')
  const [delay] = await once(program.child, 'message')
  return delay
}

const response = await sendLogin('member@demo.test', 'perantau-demo')
const cookie = response.headers.get('set-cookie').split(';')[0]

async function measureDuringLogins(name, attackerCount) {
  await readEventLoopDelay()
  const end = performance.now() + seconds * 1000
  let logins = 0
  const sendWrongLogins = async () => {
    while (performance.now() < end) {
      await (await sendLogin('member@demo.test', 'salah')).text()
      logins++
    }
  }
  const attackers = Array.from({ length: attackerCount }, sendWrongLogins)
  const times = []
  while (performance.now() < end) {
    const start = performance.now()
    await (await fetch(`${program.url}/api/notifications`, { headers: { cookie } })).text()
    times.push(performance.now() - start)
  }
  await Promise.all(attackers)
  const delay = await readEventLoopDelay()
  times.sort((a, b) => a - b)
  const result = { p50: computePercentile(times, 0.5), p99: computePercentile(times, 0.99) }
  const formatMs = value => value.toFixed(1).padStart(6)
  console.log(
    `${name.padEnd(12)} event loop p50${formatMs(delay.p50)} p99${formatMs(delay.p99)} max${formatMs(delay.max)} ms   ` +
      `call p50${formatMs(result.p50)} p99${formatMs(result.p99)} ms   ${(logins / seconds).toFixed(0)} logins/s`,
  )
  return { ...result, delay }
}

const quiet = await measureDuringLogins('quiet', 0)
const flooded = await measureDuringLogins('flooded', 40)
const formatRatio = (a, b) => `${(a / b).toFixed(1)} ×`
console.log(
  `flooded / quiet: event loop p99 ${formatRatio(flooded.delay.p99, quiet.delay.p99)}, call p50 ${formatRatio(flooded.p50, quiet.p50)}, call p99 ${formatRatio(flooded.p99, quiet.p99)}`,
)
await program.stop()
