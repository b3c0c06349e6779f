// A thousand people in one group on one instance, twenty messages a second, beside bare socket.io doing the same.
// The two take short turns and each turn is held against its neighbour, so that whatever else the machine does
// weighs on both; of the turns the median counts.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '#scripts/prepare.mjs'
import { invite, startClients } from './chat-crowd.mjs'
import { median, percentile } from './numbers.mjs'
import { startProgram } from './program.mjs'
import { record } from './results.mjs'

const clients = Number(process.env.CLIENTS ?? 1000)
const perSecond = Number(process.env.RATE ?? 20)
const turns = Number(process.env.TURNS ?? 10)
const secondsPerTurn = 3

async function ask(child, isTidy = false) {
  child.send({ ask: 'load', isTidy })
  const [load] = await once(child, 'message')
  return load
}

async function open(name, server, url, people) {
  const before = await ask(server, true)
  const crowd = await startClients(url, people)
  return { name, server, crowd, before, turns: [] }
}

async function takeTurn(side, count) {
  const start = await ask(side.server)
  side.crowd.send({ count, every: 1000 / perSecond })
  const [{ latencies, disorder, refused }] = await once(side.crowd, 'message')
  const end = await ask(side.server)
  const sorted = latencies.sort((a, b) => a - b)
  return {
    disorder,
    heard: sorted.length,
    refused: refused.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    cpu: (end.cpu - start.cpu) / sorted.length,
  }
}

async function settle(server, before) {
  for (let tries = 0; ; tries++) {
    await new Promise(resolve => setTimeout(resolve, 1000))
    const load = await ask(server, true)
    if (tries === 15 || load.held < before.held * 1.05) return load
  }
}

const program = await startProgram({ preload: ['bench/server-load.mjs'] })
const bare = fork(join(root, 'bench/chat-bare.mjs'), {
  execArgv: ['--import', join(root, 'bench/server-load.mjs')],
})
const [{ port }] = await once(bare, 'message')
const invited = await invite(program, clients)
const sides = [
  await open('bare socket.io', bare, `http://127.0.0.1:${port}`, invited),
  await open('Perantau', program.child, program.url, invited),
]
for (const side of sides) await takeTurn(side, perSecond * 2)
for (let turn = 0; turn < turns; turn++) {
  for (const side of turn % 2 ? sides.toReversed() : sides) {
    side.turns.push(await takeTurn(side, perSecond * secondsPerTurn))
  }
}

const mb = bytes => `${(bytes / 1e6).toFixed(1)} MB`
const expected = turns * secondsPerTurn * perSecond * clients
for (const side of sides) {
  const { name, server, crowd, before, turns } = side
  const peak = await ask(server, true)
  side.socket = (peak.held - before.held) / clients
  crowd.send({ isOver: true })
  await once(crowd, 'exit')
  const after = await settle(server, before)
  const total = key => turns.reduce((sum, turn) => sum + turn[key], 0)
  const typical = key => median(turns.map(turn => turn[key]))
  console.log(
    `${name.padEnd(15)} ${total('heard')} of ${expected} delivered, ${turns.at(-1).disorder} out of order, ${total('refused')} refused   ` +
      `p50 ${typical('p50').toFixed(1)} p99 ${typical('p99').toFixed(1)} ms   ${(typical('cpu') * 1000).toFixed(1)} µs of processor a delivery   ` +
      `held ${mb(before.held)} before, ${mb(peak.held)} with all connected, ${mb(after.held)} after`,
  )
}
const [reference, ours] = sides
const ratio = key => {
  const ratios = ours.turns.map((turn, index) => turn[key] / reference.turns[index][key])
  return median(ratios)
}
console.log(
  `Perantau / bare: p50 ${ratio('p50').toFixed(2)} ×, p99 ${ratio('p99').toFixed(2)} × (aim 1.5), processor a delivery ${ratio('cpu').toFixed(2)} × (aim 1.3)`,
)
for (const [key, name, atMost] of [
  ['p50', 'median wait', 1.5],
  ['p99', '99th percentile of the wait', 1.5],
  ['cpu', 'processor a delivery', 1.3],
]) {
  record({
    part: `chat, one group of ${clients}, ${perSecond} a second: ${name}`,
    reference: 'bare socket.io, nothing stored',
    ratio: ratio(key),
    bar: { atMost },
    reason:
      'most of a delivery is the call to the system, which both make; beside it each message is judged, stored and announced, and is half as long again on the wire',
  })
}
record({
  part: 'memory of an idle socket',
  reference: 'bare socket.io',
  ratio: ours.socket / reference.socket,
  bar: { atMost: 1.3 },
})
bare.kill()
await program.stop()
