// Runs after the hooks of every test file and kills child processes left over by failed tests.
import { afterAll } from 'vitest'
import { killRunningChildren } from './child-processes.ts'

afterAll(killRunningChildren)
