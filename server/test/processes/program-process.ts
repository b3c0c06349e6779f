// Starts the built server as a separate process, the way an operator runs it, and waits until it is ready.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { demoPassword } from '#server/demo/accounts.ts'
import { root } from '#server/env.ts'
import { findFreePort } from '#server/test/harness/app.ts'
import type { TestDatabase } from '#server/test/harness/database.ts'
import { patientTimeout } from '#server/test/harness/patient-timeout.ts'
import { trackChildProcess } from './child-processes.ts'

export interface ProgramProcess {
  child: ChildProcess
  /** Everything that the server process has written to stdout and stderr so far. */
  output(): string
  /** Resolves with the exit code when the process has ended. */
  ended: Promise<number | null>
}

export function spawnServerProgram(
  program: string,
  env: Record<string, string>,
  {
    args = [],
    node = [],
    input: stdinText = '',
    checkout = root,
  }: { args?: string[]; node?: string[]; input?: string; checkout?: string } = {},
): ProgramProcess {
  // Tests start the built server by launch.mjs, as the systemd unit does; `npm start` would first check the build.
  const script = checkout === root ? ['scripts/launch.mjs', program] : [`dist/server/${program}.js`]
  const child = spawn(process.execPath, [...node, ...script, ...args], {
    cwd: checkout,
    // When npm_lifecycle_event is set, the server stops as soon as its parent process has ended.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_lifecycle_event: 'start',
      DATABASE_TIMEOUT_MS: patientTimeout,
      ...env,
    },
  })
  trackChildProcess(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  child.stdin.on('error', () => {})
  child.stdin.end(stdinText)
  return { child, output: () => output, ended: new Promise(resolve => child.once('close', resolve)) }
}

/**
 * Expects that the server program exits with code 1 and prints a single error line that contains all `texts`.
 */
export async function expectServerStartToFail(program: ProgramProcess, ...texts: string[]): Promise<void> {
  expect(await program.ended).toBe(1)
  const lines = program
    .output()
    .trim()
    .split('\n')
    .filter(line => !line.startsWith('▸'))
  expect(lines).toHaveLength(1)
  for (const text of ['✖', ...texts]) expect(lines[0]).toContain(text)
}

/** Polls a condition until it is true. On a timeout, the test fails with the text that the function `say` returns. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  { seconds = 120, say = () => '' }: { seconds?: number; say?: () => string } = {},
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} s\n${say()}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

export async function readHttpStatus(port: number, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    response => response.status,
    () => 0,
  )
}

/** Starts the server and waits until /readyz returns 200; a busy machine may need up to two minutes. */
export async function startServerProcess(
  env: Record<string, string> & { PORT: string },
  checkout = root,
): Promise<ProgramProcess> {
  const program = spawnServerProgram('main', env, { checkout })
  let hasEnded = false
  program.ended.then(() => {
    hasEnded = true
  })
  const isReady = waitUntil(
    async () => {
      if (hasEnded) throw new Error(`it ended instead of starting:\n${program.output()}`)
      return (await readHttpStatus(Number(env.PORT), '/readyz')) === 200
    },
    { seconds: 120, say: program.output },
  )
  await isReady.catch(error => {
    // The caller gets no reference to a server process that failed to start, so this function kills the process.
    program.child.kill('SIGKILL')
    throw error
  })
  return program
}

/** Environment variables with which a server process uses a test database, a free port and a data folder of its own. */
export async function buildServerEnvironment({
  appUrl,
  ownerUrl,
}: Pick<TestDatabase, 'appUrl' | 'ownerUrl'>) {
  const PORT = String(await findFreePort())
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

/** Returns the process id of the embedded PostgreSQL that the server has started in this data folder. */
export function readDatabasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function stopProcess(
  { child, ended }: ProgramProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal)
  return ended
}

export async function signInDemoAccount(port: string, email = 'member@demo.test'): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
}

/** Creates data folders and free ports for server processes. The folders are removed after the tests. */
export function setUpDataFoldersAndPorts() {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-start-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let counter = 0
  const createServerEnvironment = async () => ({
    DATA_DIR: join(folder, `data-${counter++}`),
    PORT: String(await findFreePort()),
  })
  return { folder, newPlace: createServerEnvironment }
}
