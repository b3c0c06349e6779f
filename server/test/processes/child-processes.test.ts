import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { killRunningChildProcesses, trackChildProcess } from './child-processes.ts'

test('killRunningChildProcesses kills a child process that its test has not ended, and does nothing when called again', async () => {
  const child = spawn('sleep', ['600'])
  trackChildProcess(child)
  await once(child, 'spawn')
  await killRunningChildProcesses()
  expect(child.signalCode).toBe('SIGKILL')
  await killRunningChildProcesses()
})
