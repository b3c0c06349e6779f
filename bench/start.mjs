// How long a start takes, the first on an empty DATA_DIR and the next with nothing changed, beside bare Fastify with the
// same database. The two take turns; of these the median counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './numbers.mjs'
import { freePort, newFolder, startProgram, untilReady } from './program.mjs'
import { record } from './results.mjs'

const turns = 5
const folder = newFolder()
let postgres = []

async function timeStart() {
  const start = performance.now()
  const program = await startProgram({ folder })
  const time = performance.now() - start
  const pid = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
  const { uid, gid } = statSync(`/proc/${pid}`)
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  postgres = [uid, gid, ...command].map(String)
  await program.stop()
  return time
}

async function timeBare() {
  const port = await freePort()
  const script = join(import.meta.dirname, 'start-bare.mjs')
  const start = performance.now()
  const bare = spawn(process.execPath, [script, folder, String(port), ...postgres], { stdio: 'inherit' })
  await untilReady(`http://127.0.0.1:${port}`)
  const time = performance.now() - start
  bare.kill('SIGTERM')
  await once(bare, 'exit')
  return time
}

console.log(`first start, empty DATA_DIR ${((await timeStart()) / 1000).toFixed(2)} s`)
const ours = []
const reference = []
for (let turn = 0; turn < turns; turn++) {
  ours.push(await timeStart())
  reference.push(await timeBare())
}
const show = times => `${(median(times) / 1000).toFixed(2)} s`
console.log(`next starts ${show(ours)}, bare Fastify with the same database ${show(reference)}`)
record({
  part: 'a start with nothing changed, until ready',
  reference: 'bare Fastify with the same database',
  ratio: median(ours) / median(reference),
  bar: { atMost: 1.5 },
})
rmSync(folder, { recursive: true, force: true })
