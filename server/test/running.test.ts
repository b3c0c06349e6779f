import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endRunning, remember } from './running.ts'

test('killRunningChildren kills a tracked child process that no test has ended, and can be called twice', async () => {
  const child = spawn('sleep', ['600'])
  remember(child)
  await once(child, 'spawn')
  await endRunning()
  expect(child.signalCode).toBe('SIGKILL')
  await endRunning()
})
