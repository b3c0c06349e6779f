// Starts the built server as a separate process, on a temporary DATA_DIR that is removed at the end.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/prepare.mjs'

export function createDataFolder() {
  return mkdtempSync(join(tmpdir(), 'perantau-bench-'))
}

export function findFreePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

export async function waitUntilReady(url) {
  const deadline = performance.now() + 60_000
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      response => response.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error('it did not start')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/**
 * Starts the server and waits until it is ready. `stop` ends the server and removes its data, unless `folder` was set.
 */
export async function startServer({ folder, env = {}, preload = [] } = {}) {
  const port = await findFreePort()
  const dataDir = folder ?? createDataFolder()
  const child = fork(join(root, 'scripts/launch.mjs'), ['main'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...env },
    execArgv: preload.flatMap(file => ['--import', join(root, file)]),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url)
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
