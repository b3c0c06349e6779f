// The running server of an embedded database: started, found, waited for, cleared away.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { progress, StartupError } from '#server/terminal.ts'
import { connectClient } from './client.ts'
import { type Cluster, urlFor } from './embedded-cluster.ts'

export interface Server {
  child: ChildProcess
  lock: pg.Client
}

const instanceLock = 4_417_209
const largestLog = 10 * 1024 * 1024

/** When this program dies, however it dies, the pipe on descriptor 3 closes and PostgreSQL is told to stop. */
const stopWithParent = '(read -r _ <&3; kill -INT $$) & exec "$@" 3<&-'

function launch({ account, data, socket, log }: Cluster): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    max_connections: '60',
    log_error_verbosity: 'terse',
    // Statements can hold what a log must not.
    log_min_error_statement: 'panic',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = [...account.prefix, join(account.binaries, 'bin', 'postgres'), '-D', data, ...flags]
  const isLarge = existsSync(log) && statSync(log).size > largestLog
  const logFile = openSync(log, isLarge ? 'w' : 'a', 0o600)
  const child = spawn('sh', ['-c', stopWithParent, 'sh', ...postgres], {
    ...account.spawn,
    // A session of its own: Ctrl-C reaches this program alone, which stops the database last.
    detached: true,
    stdio: ['ignore', logFile, logFile, 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin', LC_ALL: 'C' },
  })
  closeSync(logFile)
  child.once('exit', () => (child.stdio[3] as Duplex).destroy())
  return child
}

type Answer = { client: pg.Client } | { reason: 'nobody' | 'busy' }

/** `busy`: a server is there but starting up or shutting down. */
async function knock(cluster: Cluster): Promise<Answer> {
  try {
    return { client: await connectClient(urlFor(cluster, 'postgres', 'postgres')) }
  } catch (error) {
    return { reason: (error as { code?: string }).code === '57P03' ? 'busy' : 'nobody' }
  }
}

function runningPid({ data }: Cluster): number | undefined {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') {
    const file = `/proc/${pid}/cmdline`
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout ?? ''
}

/** The number of a server that was killed may since have been given to another program. */
function removeStaleLock(cluster: Cluster): boolean {
  const pid = runningPid(cluster)
  if (pid === undefined || commandOf(pid).includes('postgres')) return false
  rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
  return true
}

async function untilReady(cluster: Cluster, child: ChildProcess): Promise<pg.Client | undefined> {
  for (let tries = 0; !hasExited(child); tries++) {
    const answer = await knock(cluster)
    if ('client' in answer) return answer.client
    if (tries === 100) progress('The database is recovering from an interrupted run …')
    await sleep(30)
  }
  return undefined
}

/** What is left of a killed run stops by itself when its pipe closes; this sees to it and waits. */
export async function clearAway(cluster: Cluster): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await knock(cluster)
    if (!('client' in answer) && answer.reason === 'nobody') return
    if ('client' in answer) {
      await answer.client.end()
      const pid = runningPid(cluster)
      if (pid && commandOf(pid).includes('postgres')) process.kill(pid, 'SIGINT')
    }
    await sleep(30)
  }
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** True while another running program holds the lock of this cluster, on a connection of its own. */
async function isTaken(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    instanceLock,
  ])
  return !rows[0]?.free
}

export async function isHeld(cluster: Cluster): Promise<boolean> {
  const answer = await knock(cluster)
  if (!('client' in answer)) return false
  const held = await isTaken(answer.client)
  await answer.client.end()
  return held
}

export async function startServer(cluster: Cluster): Promise<Server> {
  const child = launch(cluster)
  const lock = await untilReady(cluster, child)
  if (lock) {
    // Somebody else may have been a moment faster, and answered in place of our own server.
    if (runningPid(cluster) === child.pid && !(await isTaken(lock))) return { child, lock }
    await lock.end()
    throw inUse(cluster.account.folder)
  }
  if (removeStaleLock(cluster)) return startServer(cluster)
  const last = existsSync(cluster.log) ? readFileSync(cluster.log, 'utf8').trim().split('\n').at(-1) : ''
  throw new StartupError(`The database did not start (${cluster.log}): ${last}`)
}

export function inUse(dataDir: string): StartupError {
  return new StartupError(
    `${dataDir} is in use by another running Perantau. Stop it, or set another DATA_DIR.`,
  )
}
