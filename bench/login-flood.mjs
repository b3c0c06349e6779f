// A flood of logins must leave the rest answering: the event loop's delay and the time of an ordinary call, quiet
// and under forty wrong logins at a time.
import { once } from 'node:events'
import { percentile } from './numbers.mjs'
import { startProgram } from './program.mjs'

const seconds = 5
const program = await startProgram({
  env: { LOGIN_LIMITS: '999999/1,999999/1' },
  preload: ['bench/loop-delay.mjs'],
})

function login(email, password) {
  return fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}

async function askDelay() {
  program.child.send('report')
  const [delay] = await once(program.child, 'message')
  return delay
}

const answer = await login('member@demo.test', 'perantau-demo')
const cookie = answer.headers.get('set-cookie').split(';')[0]

async function measure(name, flood) {
  await askDelay()
  const end = performance.now() + seconds * 1000
  let logins = 0
  const attack = async () => {
    while (performance.now() < end) {
      await (await login('member@demo.test', 'salah')).text()
      logins++
    }
  }
  const attackers = Array.from({ length: flood }, attack)
  const times = []
  while (performance.now() < end) {
    const start = performance.now()
    await (await fetch(`${program.url}/api/notifications`, { headers: { cookie } })).text()
    times.push(performance.now() - start)
  }
  await Promise.all(attackers)
  const delay = await askDelay()
  times.sort((a, b) => a - b)
  const result = { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
  const show = value => value.toFixed(1).padStart(6)
  console.log(
    `${name.padEnd(12)} event loop p50${show(delay.p50)} p99${show(delay.p99)} max${show(delay.max)} ms   ` +
      `call p50${show(result.p50)} p99${show(result.p99)} ms   ${(logins / seconds).toFixed(0)} logins/s`,
  )
  return { ...result, delay }
}

const quiet = await measure('quiet', 0)
const flooded = await measure('flooded', 40)
const ratio = (a, b) => `${(a / b).toFixed(1)} ×`
console.log(
  `flooded / quiet: event loop p99 ${ratio(flooded.delay.p99, quiet.delay.p99)}, call p50 ${ratio(flooded.p50, quiet.p50)}, call p99 ${ratio(flooded.p99, quiet.p99)}`,
)
await program.stop()
