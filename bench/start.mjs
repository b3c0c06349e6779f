// How long a start takes, the first on an empty DATA_DIR and the next with nothing changed, beside a bare Node process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { newFolder, startProgram } from './program.mjs'

async function timeBareNode() {
  const start = performance.now()
  await once(spawn(process.execPath, ['-e', '']), 'exit')
  return performance.now() - start
}

const folder = newFolder()
async function timeStart() {
  const start = performance.now()
  const program = await startProgram({ folder })
  const time = performance.now() - start
  await program.stop()
  return time
}

const bare = await timeBareNode()
const show = (name, ms) =>
  console.log(`${name.padEnd(28)} ${(ms / 1000).toFixed(2)} s   ${(ms / bare).toFixed(1)} × bare Node`)
show('first start, empty DATA_DIR', await timeStart())
show('second start', await timeStart())
show('third start', await timeStart())
rmSync(folder, { recursive: true, force: true })
