// The program as an operator runs it: a process of its own, from the built files.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { demoPassword } from '#server/demo/accounts.ts'
import { root } from '#server/env.ts'
import { freePort } from './app.ts'
import type { TestDatabase } from './database.ts'
import { patientTimeout } from './patient-timeout.ts'
import { remember } from './running.ts'

export interface Program {
  child: ChildProcess
  /** All it printed so far. */
  output(): string
  /** Its exit code, once it is gone. */
  ended: Promise<number | null>
}

export function runProgram(
  program: string,
  env: Record<string, string>,
  {
    args = [],
    node = [],
    input = '',
    checkout = root,
  }: { args?: string[]; node?: string[]; input?: string; checkout?: string } = {},
): Program {
  // The systemd unit starts a built checkout this way. `npm start` would check first whether it has to build.
  const script = checkout === root ? ['scripts/launch.mjs', program] : [`dist/server/${program}.js`]
  const child = spawn(process.execPath, [...node, ...script, ...args], {
    cwd: checkout,
    // As npm calls it: it then ends with whoever started it, also when that was killed.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_lifecycle_event: 'start',
      DATABASE_TIMEOUT_MS: patientTimeout,
      ...env,
    },
  })
  remember(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return { child, output: () => output, ended: new Promise(resolve => child.once('close', resolve)) }
}

/** It ends with 1 and a single line that holds these words; what it said on the way does not count. */
export async function expectRefusal(program: Program, ...words: string[]): Promise<void> {
  expect(await program.ended).toBe(1)
  const lines = program
    .output()
    .trim()
    .split('\n')
    .filter(line => !line.startsWith('▸'))
  expect(lines).toHaveLength(1)
  for (const word of ['✖', ...words]) expect(lines[0]).toContain(word)
}

/** Waits for a condition that has no event of its own; fails with the program's output when it never comes. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  { seconds = 120, say = () => '' }: { seconds?: number; say?: () => string } = {},
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} s\n${say()}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

export async function status(port: number, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    response => response.status,
    () => 0,
  )
}

/** The program, once it answers; on a busy machine that takes its time. */
export async function startProgram(
  env: Record<string, string> & { PORT: string },
  checkout = root,
): Promise<Program> {
  const program = runProgram('main', env, { checkout })
  let hasEnded = false
  program.ended.then(() => {
    hasEnded = true
  })
  const isReady = until(
    async () => {
      if (hasEnded) throw new Error(`it ended instead of starting:\n${program.output()}`)
      return (await status(Number(env.PORT), '/readyz')) === 200
    },
    { seconds: 120, say: program.output },
  )
  await isReady.catch(error => {
    // Nobody else knows of it.
    program.child.kill('SIGKILL')
    throw error
  })
  return program
}

/** What a program needs to run on a database of the tests, at an address of its own. */
export async function settingsOn({ appUrl, ownerUrl }: Pick<TestDatabase, 'appUrl' | 'ownerUrl'>) {
  const PORT = String(await freePort())
  return {
    PORT,
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    LOG_LEVEL: 'warn',
    SECRET_KEY: 'kunci-ujian-0123456789-abcdefghijklmnop',
    DATA_DIR: join(inject('scratch'), randomUUID()),
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
  }
}

/** Of the database that the program of this folder has started for itself. */
export function databasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function stop(
  { child, ended }: Program,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal)
  return ended
}

export async function login(port: string, email = 'member@demo.test'): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
}

/** Places to start a program in, in a folder that goes with the tests. */
export function setUpPlaces() {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-start-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let counter = 0
  const newPlace = async () => ({
    DATA_DIR: join(folder, `data-${counter++}`),
    PORT: String(await freePort()),
  })
  return { folder, newPlace }
}
