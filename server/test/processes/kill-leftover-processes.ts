// Runs after the hooks of every test file and kills child processes that failed tests have not ended.
import { afterAll } from 'vitest'
import { killRunningChildProcesses } from './child-processes.ts'

afterAll(killRunningChildProcesses)
