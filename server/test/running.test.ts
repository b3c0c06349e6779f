import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endRunning, remember } from './running.ts'

test('a program that no test ended is ended with the file', async () => {
  const child = spawn('sleep', ['600'])
  remember(child)
  await once(child, 'spawn')
  await endRunning()
  expect(child.signalCode).toBe('SIGKILL')
  await endRunning()
})
