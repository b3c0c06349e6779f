import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { buildServerEnvironmentVariables } from './ports.ts'

/** Starts another server instance on the same database and waits until it is ready. `stop` waits until it has ended. */
export async function startSecondServerInstance(port: number, env: Record<string, string> = {}) {
  const instance = spawn(process.execPath, ['scripts/launch.mjs', 'main'], {
    env: { ...process.env, ...buildServerEnvironmentVariables(port), ...env },
    stdio: 'ignore',
  })
  const readStatus = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(readStatus).toBe(200)
  return {
    stop: async () => {
      if (instance.exitCode !== null) return
      instance.kill('SIGTERM')
      await once(instance, 'exit')
    },
  }
}
