// The running server of an embedded database: started, found, waited for, cleared away.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectClient } from '#server/db/client.ts'
import { progress, StartupError } from '#server/terminal.ts'
import { type Cluster, urlFor } from './cluster.ts'

export interface Server {
  child: ChildProcess
  lock: pg.Client
}

const instanceLock = 4_417_209
const largestLog = 10 * 1024 * 1024

/** When this program dies, however it dies, the pipe on descriptor 3 closes and PostgreSQL is told to stop. */
const stopWithParent = '(read -r _ <&3; kill -INT $$) & exec "$@" 3<&-'

const megabyte = 1024 * 1024

/** By what the machine has, or what a container is allowed of it: PostgreSQL's own defaults are made for any machine. */
function memorySettings() {
  const allowed = process.constrainedMemory()
  const memory = Math.min(totalmem(), allowed > 0 ? allowed : Number.POSITIVE_INFINITY) / megabyte
  return {
    shared_buffers: `${Math.round(Math.min(Math.max(memory / 8, 128), 2048))}MB`,
    effective_cache_size: `${Math.round(Math.max(memory / 2, 256))}MB`,
    work_mem: '16MB',
  }
}

function launch({ account, data, socket, log }: Cluster): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    // An instance takes some twenty, and several may share it, beside whatever an operator starts.
    max_connections: '200',
    ...memorySettings(),
    // Nobody runs this on turning disks any more.
    random_page_cost: '1.1',
    // Pages of ten rows are over before it would have begun.
    jit: 'off',
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
  const pipe = child.stdio[3] as Duplex
  pipe.on('error', () => {})
  child.once('exit', () => pipe.destroy())
  return child
}

type Answer = { client: pg.Client } | { reason: 'nobody' | 'busy' }

/** `busy`: a server is there but starting up or shutting down. */
async function knock(cluster: Cluster): Promise<Answer> {
  try {
    return { client: await connectClient(urlFor(cluster, 'postgres', 'postgres')) }
  } catch (error) {
    const isAbsent = ['ENOENT', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? '')
    return { reason: isAbsent ? 'nobody' : 'busy' }
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

/**
 * What is left of a killed run stops by itself when its pipe closes. Only one that is still there after seconds,
 * with nobody holding it, has lost its watcher too and is told to stop.
 */
export async function clearAway(cluster: Cluster): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await knock(cluster)
    if ('client' in answer) {
      const held = await isTaken(answer.client)
      await answer.client.end()
      if (held) throw inUse(cluster.account.folder)
      const pid = runningPid(cluster)
      if (tries > 200 && pid && commandOf(pid).includes('postgres')) process.kill(pid, 'SIGINT')
    } else if (answer.reason === 'nobody') {
      return
    }
    await sleep(30)
  }
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** True while a running program holds this cluster. Looked up, not tried: trying would hold it for a moment. */
async function isTaken(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
    [instanceLock],
  )
  return Boolean(rowCount)
}

async function take(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    instanceLock,
  ])
  return rows[0]?.isOurs === true
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
    if (runningPid(cluster) === child.pid && (await take(lock))) return { child, lock }
    await lock.end()
  }
  child.kill('SIGINT')
  // Somebody else was a moment faster, and answers in place of our own server.
  const other = runningPid(cluster)
  if (other !== undefined && other !== child.pid && commandOf(other).includes('postgres')) {
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
