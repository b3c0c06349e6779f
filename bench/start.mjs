// Time from start to ready: the first start on an empty DATA_DIR, and later starts.
// Later starts are compared with a bare Fastify server that starts the same database.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { computeMedian } from './support/numbers.mjs'
import { createDataFolder, findFreePort, startServer, waitUntilReady } from './support/program.mjs'
import { recordResult } from './support/results.mjs'

const folder = createDataFolder()

async function measureTimeUntilReady(start) {
  const startedAt = performance.now()
  const program = await start()
  return { program, time: performance.now() - startedAt }
}
const measureServerStart = () => measureTimeUntilReady(() => startServer({ folder }))

/**
 * PostgreSQL refuses to run as root, so a user namespace maps root to another user, as server/db/embedded/account.ts
 * does.
 */
const userNamespace =
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] : []

/** Reads the command with which the server started PostgreSQL, to start PostgreSQL without the server. */
function readPostgresCommand(dataDir) {
  const file = readdirSync(dataDir, { recursive: true }).find(name => name.endsWith('postmaster.pid'))
  if (!file) return undefined
  const [pid, , , , socket] = readFileSync(join(dataDir, file), 'utf8').split('\n')
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  return { command: [...userNamespace, ...command], socket }
}

async function startServerWithoutFeatures(command) {
  const port = await findFreePort()
  const child = fork(join(import.meta.dirname, 'support/start-bare.mjs'), [
    JSON.stringify({ ...command, port }),
  ])
  const stopServer = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { stop: stopServer }
}

const printTime = (name, ms) => console.log(`${name.padEnd(28)} ${(ms / 1000).toFixed(2)} s`)
const first = await measureServerStart()
printTime('first start, empty DATA_DIR', first.time)
const command = process.platform === 'linux' ? readPostgresCommand(folder) : undefined
await first.program.stop()

const ratios = []
for (let turn = 0; turn < 5; turn++) {
  const measured = await measureServerStart()
  await measured.program.stop()
  printTime('a start after that', measured.time)
  if (!command) continue
  const bareMeasured = await measureTimeUntilReady(() => startServerWithoutFeatures(command))
  await bareMeasured.program.stop()
  printTime('  bare Fastify', bareMeasured.time)
  ratios.push(measured.time / bareMeasured.time)
}
if (ratios.length > 0)
  recordResult({
    part: 'a second start to ready, embedded database included',
    reference: 'bare Fastify with the same database',
    ratio: computeMedian(ratios),
    bar: { atMost: 1.5 },
    reason:
      'half of the time Node reads and compiles about a hundred packages that a bare server does not have; then the server checks migrations and jobs',
  })
rmSync(folder, { recursive: true, force: true })
