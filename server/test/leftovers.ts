// For every file of tests, after its own hooks: programs that a test which failed did not end would trouble others.
import { afterAll } from 'vitest'
import { endRunning } from './running.ts'

afterAll(endRunning)
