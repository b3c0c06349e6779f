// Runs after the hooks of every test file and kills child processes that failed tests have not ended.
import { afterAll } from 'vitest'
import { killRunningChildren } from './child-processes.ts'

afterAll(killRunningChildren)
