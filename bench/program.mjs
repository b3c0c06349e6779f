// The built program as a process of its own, on a DATA_DIR that goes with it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/prepare.mjs'

export function newFolder() {
  return mkdtempSync(join(tmpdir(), 'perantau-bench-'))
}

export function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

export async function untilReady(url) {
  const deadline = performance.now() + 60_000
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error('it did not start')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** Ready when this returns; `stop` ends it, and with `folder` left out takes its data along. */
export async function startProgram({ folder, env = {}, preload = [] } = {}) {
  const port = await freePort()
  const dataDir = folder ?? newFolder()
  const child = fork(join(root, 'scripts/launch.mjs'), ['main'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...env },
    execArgv: preload.flatMap(file => ['--import', join(root, file)]),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return {
    url,
    child,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
