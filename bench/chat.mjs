// A thousand clients in one group on one instance, twenty messages per second, compared with bare socket.io.
// The two servers are measured in short alternating turns, so that other load on the machine affects both.
// The result of a measurement is the median over its turns.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '#scripts/prepare.mjs'
import { createChatMembers, startChatClients } from './support/chat-crowd.mjs'
import { computeMedian, computePercentile } from './support/numbers.mjs'
import { startServer } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const clients = Number(process.env.CLIENTS ?? 1000)
const perSecond = Number(process.env.RATE ?? 20)
const turns = Number(process.env.TURNS ?? 10)
const secondsPerTurn = 3

async function readServerLoad(child, collectsGarbage = false) {
  child.send({ ask: 'load', isTidy: collectsGarbage })
  const [load] = await once(child, 'message')
  return load
}

async function startMeasuredServer(name, server, url, people) {
  const before = await readServerLoad(server, true)
  const crowd = await startChatClients(url, people)
  return { name, server, crowd, before, turns: [] }
}

async function measureOneTurnOfServer(side, count) {
  const start = await readServerLoad(side.server)
  side.crowd.send({ count, every: 1000 / perSecond })
  const [{ latencies, disorder, refused }] = await once(side.crowd, 'message')
  const end = await readServerLoad(side.server)
  const sorted = latencies.sort((a, b) => a - b)
  return {
    disorder,
    received: sorted.length,
    refused: refused.length,
    p50: computePercentile(sorted, 0.5),
    p99: computePercentile(sorted, 0.99),
    cpu: (end.cpu - start.cpu) / sorted.length,
  }
}

async function waitUntilMemoryIsReleased(server, before) {
  for (let tries = 0; ; tries++) {
    await new Promise(resolve => setTimeout(resolve, 1000))
    const load = await readServerLoad(server, true)
    if (tries === 15 || load.used < before.used * 1.05) return load
  }
}

const program = await startServer({ preload: ['bench/support/server-load.mjs'] })
const bare = fork(join(root, 'bench/support/chat-bare.mjs'), {
  execArgv: ['--import', join(root, 'bench/support/server-load.mjs')],
})
const [{ port }] = await once(bare, 'message')
const invited = await createChatMembers(program, clients)
const sides = [
  await startMeasuredServer('bare socket.io', bare, `http://127.0.0.1:${port}`, invited),
  await startMeasuredServer('Perantau', program.child, program.url, invited),
]
for (const side of sides) await measureOneTurnOfServer(side, perSecond * 2)
for (let turn = 0; turn < turns; turn++) {
  for (const side of turn % 2 ? sides.toReversed() : sides) {
    side.turns.push(await measureOneTurnOfServer(side, perSecond * secondsPerTurn))
  }
}

const formatMegabytes = bytes => `${(bytes / 1e6).toFixed(1)} MB`
const expected = turns * secondsPerTurn * perSecond * clients
for (const side of sides) {
  const { name, server, crowd, before, turns } = side
  const peak = await readServerLoad(server, true)
  side.socket = (peak.used - before.used) / clients
  crowd.send({ isOver: true })
  await once(crowd, 'exit')
  const after = await waitUntilMemoryIsReleased(server, before)
  const sumOverTurns = key => turns.reduce((sum, turn) => sum + turn[key], 0)
  const computeMedianOfTurns = key => computeMedian(turns.map(turn => turn[key]))
  console.log(
    `${name.padEnd(15)} ${sumOverTurns('received')} of ${expected} delivered, ${turns.at(-1).disorder} out of order, ${sumOverTurns('refused')} refused   ` +
      `p50 ${computeMedianOfTurns('p50').toFixed(1)} p99 ${computeMedianOfTurns('p99').toFixed(1)} ms   ${(computeMedianOfTurns('cpu') * 1000).toFixed(1)} µs of CPU time per delivery   ` +
      `used memory ${formatMegabytes(before.used)} before, ${formatMegabytes(peak.used)} with all connected, ${formatMegabytes(after.used)} after`,
  )
}
const [reference, ours] = sides
const computeRatio = key => {
  const ratios = ours.turns.map((turn, index) => turn[key] / reference.turns[index][key])
  return computeMedian(ratios)
}
console.log(
  `Perantau / bare: p50 ${computeRatio('p50').toFixed(2)} ×, p99 ${computeRatio('p99').toFixed(2)} × (aim 1.5), CPU time per delivery ${computeRatio('cpu').toFixed(2)} × (aim 1.3)`,
)
for (const [key, name, atMost] of [
  ['p50', 'median wait', 1.5],
  ['p99', '99th percentile of the wait', 1.5],
  ['cpu', 'CPU time per delivery', 1.3],
]) {
  recordResult({
    part: `chat, one group of ${clients}, ${perSecond} a second: ${name}`,
    reference: 'bare socket.io, nothing stored',
    ratio: computeRatio(key),
    bar: { atMost },
    reason:
      'most of a delivery is a system call, which both servers make; Perantau also authorizes, stores and publishes each message, and its messages are one and a half times as long',
  })
}
recordResult({
  part: 'memory of an idle socket',
  reference: 'bare socket.io',
  ratio: ours.socket / reference.socket,
  bar: { atMost: 1.3 },
})
bare.kill()
await program.stop()
