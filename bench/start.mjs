// How long a start takes until it is ready: the first on an empty DATA_DIR, and then with nothing changed beside a bare
// Fastify that starts the same database.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './numbers.mjs'
import { freePort, newFolder, startProgram, untilReady } from './program.mjs'
import { record } from './results.mjs'

const folder = newFolder()

async function timed(start) {
  const begin = performance.now()
  const program = await start()
  return { program, time: performance.now() - begin }
}
const startOurs = () => timed(() => startProgram({ folder }))

/** PostgreSQL does not run as root: there it is somebody else to itself, as server/db/embedded/account.ts has it. */
const asSomebody =
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] : []

/** How the program has started its database, to be done once more without the program. */
function readCommand(dataDir) {
  const file = readdirSync(dataDir, { recursive: true }).find(name => name.endsWith('postmaster.pid'))
  if (!file) return undefined
  const [pid, , , , socket] = readFileSync(join(dataDir, file), 'utf8').split('\n')
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  return { command: [...asSomebody, ...command], socket }
}

async function startBare(command) {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'start-bare.mjs'), [JSON.stringify({ ...command, port })])
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await untilReady(`http://127.0.0.1:${port}`)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { stop }
}

const show = (name, ms) => console.log(`${name.padEnd(28)} ${(ms / 1000).toFixed(2)} s`)
const first = await startOurs()
show('first start, empty DATA_DIR', first.time)
const command = process.platform === 'linux' ? readCommand(folder) : undefined
await first.program.stop()

const ratios = []
for (let turn = 0; turn < 5; turn++) {
  const ours = await startOurs()
  await ours.program.stop()
  show('a start after that', ours.time)
  if (!command) continue
  const bare = await timed(() => startBare(command))
  await bare.program.stop()
  show('  bare Fastify', bare.time)
  ratios.push(ours.time / bare.time)
}
if (ratios.length > 0)
  record({
    part: 'a second start to ready, embedded database included',
    reference: 'bare Fastify with the same database',
    ratio: median(ratios),
    bar: { atMost: 1.5 },
    reason:
      'half of it is Node reading and compiling some hundred packages, which a bare server does not have; then migrations and jobs are looked at',
  })
rmSync(folder, { recursive: true, force: true })
