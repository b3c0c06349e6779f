// npm run bench: how long a start takes, the first on an empty DATA_DIR and the next with nothing changed,
// beside a bare Node process in the same run.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root } from '#scripts/prepare.mjs'

await ensureInstalled()
await ensureBuilt()

const dataDir = mkdtempSync(join(tmpdir(), 'perantau-bench-'))

function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function ended(child) {
  return new Promise(resolve => child.once('exit', resolve))
}

async function timeBareNode() {
  const start = performance.now()
  await ended(spawn(process.execPath, ['-e', '']))
  return performance.now() - start
}

async function timeStart() {
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts/launch.mjs'), 'main'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: 'ignore',
  })
  const deadline = start + 60_000
  while (performance.now() < deadline) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (isReady) break
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  const time = performance.now() - start
  child.kill('SIGTERM')
  await ended(child)
  return time
}

const bare = await timeBareNode()
const show = (name, ms) =>
  console.log(`${name.padEnd(28)} ${(ms / 1000).toFixed(2)} s   ${(ms / bare).toFixed(1)} × bare Node`)
show('first start, empty DATA_DIR', await timeStart())
show('second start', await timeStart())
show('third start', await timeStart())
rmSync(dataDir, { recursive: true, force: true })
