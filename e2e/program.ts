import { type ChildProcess, spawn } from 'node:child_process'
import { expect } from '@playwright/test'
import { besideIt } from './place.ts'

/** Another instance on the database of the first, once it answers. */
export async function startBeside(port: number, env: Record<string, string> = {}): Promise<ChildProcess> {
  const instance = spawn(process.execPath, ['scripts/launch.mjs', 'main'], {
    env: { ...process.env, ...besideIt(port), ...env },
    stdio: 'ignore',
  })
  const ready = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(ready, { timeout: 25_000 }).toBe(200)
  return instance
}
