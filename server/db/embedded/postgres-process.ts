// Starts the process of the embedded PostgreSQL and checks its readiness.
// A PostgreSQL process that a crashed server left behind is stopped first.
// An advisory lock reserves the embedded database for one server.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { printProgress, StartupError } from '#server/terminal.ts'
import { buildDatabaseUrlOfCluster, type Cluster } from './cluster.ts'

export interface PostgresServer {
  child: ChildProcess
  lock: pg.Client
}

const instanceLock = 4_417_209
const maxLogSize = 10 * 1024 * 1024

/**
 * Shell wrapper of PostgreSQL: when this server dies, the pipe on descriptor 3 closes and PostgreSQL receives SIGINT.
 */
const stopWithParent = '(read -r _ <&3; kill -INT $$) & exec "$@" 3<&-'

const megabyte = 1024 * 1024

/**
 * Memory settings of PostgreSQL, derived from the memory of the machine or container. The defaults suit small machines.
 */
function computeMemorySettings() {
  const allowed = process.constrainedMemory()
  const memory = Math.min(totalmem(), allowed > 0 ? allowed : Number.POSITIVE_INFINITY) / megabyte
  return {
    shared_buffers: `${Math.round(Math.min(Math.max(memory / 8, 128), 2048))}MB`,
    effective_cache_size: `${Math.round(Math.max(memory / 2, 256))}MB`,
    work_mem: '16MB',
  }
}

function launchPostgres({ account, data, socket, log }: Cluster): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    // A server instance takes about 20 database connections, and several instances may share one PostgreSQL.
    max_connections: '200',
    ...computeMemorySettings(),
    // A random_page_cost of 1.1 suits SSDs, where random reads cost about as much as sequential reads.
    random_page_cost: '1.1',
    // JIT compilation is off, because compiling takes longer than typical queries, which return ten rows.
    jit: 'off',
    log_error_verbosity: 'terse',
    // SQL statements may contain personal data, which must not be logged.
    log_min_error_statement: 'panic',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = [...account.prefix, join(account.binaries, 'bin', 'postgres'), '-D', data, ...flags]
  const isLarge = existsSync(log) && statSync(log).size > maxLogSize
  const logFile = openSync(log, isLarge ? 'w' : 'a', 0o600)
  const child = spawn('sh', ['-c', stopWithParent, 'sh', ...postgres], {
    ...account.spawn,
    // PostgreSQL runs in its own session of the operating system, so that Ctrl-C reaches only this server.
    // This server stops PostgreSQL at the end of its own shutdown.
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

type ConnectionAttempt = { client: pg.Client } | { reason: 'nobody' | 'busy' }

/** Tries to connect to the embedded PostgreSQL. `busy` means that it is starting up or shutting down. */
async function tryToConnectToCluster(cluster: Cluster): Promise<ConnectionAttempt> {
  try {
    return {
      client: await openDedicatedConnection(buildDatabaseUrlOfCluster(cluster, 'postgres', 'postgres')),
    }
  } catch (error) {
    const isAbsent = ['ENOENT', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? '')
    return { reason: isAbsent ? 'nobody' : 'busy' }
  }
}

function readPostgresPid({ data }: Cluster): number | undefined {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

function readCommandLineOfProcess(pid: number): string {
  if (process.platform === 'linux') {
    const file = `/proc/${pid}/cmdline`
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout ?? ''
}

/** Removes postmaster.pid when its process id now belongs to another program. */
function removeStaleClusterLock(cluster: Cluster): boolean {
  const pid = readPostgresPid(cluster)
  if (pid === undefined || readCommandLineOfProcess(pid).includes('postgres')) return false
  rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
  return true
}

async function waitUntilPostgresIsReady(
  cluster: Cluster,
  child: ChildProcess,
): Promise<pg.Client | undefined> {
  for (let attempts = 0; !hasProcessExited(child); attempts++) {
    const attempt = await tryToConnectToCluster(cluster)
    if ('client' in attempt) return attempt.client
    if (attempts === 100) printProgress('The database is recovering from an interrupted run …')
    await sleep(30)
  }
  return undefined
}

/**
 * Waits until the PostgreSQL of a killed server has stopped, which happens when the pipe to that server closes. If
 * PostgreSQL still runs after several seconds and no server has locked it, it receives SIGINT.
 */
export async function waitForExitOfStalePostgres(cluster: Cluster): Promise<void> {
  for (let attempts = 0; attempts < 600; attempts++) {
    const attempt = await tryToConnectToCluster(cluster)
    if ('client' in attempt) {
      const isInUse = await isClusterLockHeld(attempt.client)
      await attempt.client.end()
      if (isInUse) throw createDataDirInUseError(cluster.account.folder)
      const pid = readPostgresPid(cluster)
      if (attempts > 200 && pid && readCommandLineOfProcess(pid).includes('postgres'))
        process.kill(pid, 'SIGINT')
    } else if (attempt.reason === 'nobody') {
      return
    }
    await sleep(30)
  }
}

export function hasProcessExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/**
 * True while a running server has locked this database cluster. Reads pg_locks, because trying to take the lock would
 * block other servers.
 */
async function isClusterLockHeld(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
    [instanceLock],
  )
  return Boolean(rowCount)
}

async function tryToLockCluster(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    instanceLock,
  ])
  return rows[0]?.isOurs === true
}

export async function isDatabaseClusterLocked(cluster: Cluster): Promise<boolean> {
  const attempt = await tryToConnectToCluster(cluster)
  if (!('client' in attempt)) return false
  const isInUse = await isClusterLockHeld(attempt.client)
  await attempt.client.end()
  return isInUse
}

export async function startPostgres(cluster: Cluster): Promise<PostgresServer> {
  const child = launchPostgres(cluster)
  const lock = await waitUntilPostgresIsReady(cluster, child)
  if (lock) {
    if (readPostgresPid(cluster) === child.pid && (await tryToLockCluster(lock))) return { child, lock }
    await lock.end()
  }
  child.kill('SIGINT')
  // Checks whether another server started PostgreSQL on the same data folder first, and fails if so.
  const other = readPostgresPid(cluster)
  if (other !== undefined && other !== child.pid && readCommandLineOfProcess(other).includes('postgres')) {
    throw createDataDirInUseError(cluster.account.folder)
  }
  if (removeStaleClusterLock(cluster)) return startPostgres(cluster)
  const last = existsSync(cluster.log) ? readFileSync(cluster.log, 'utf8').trim().split('\n').at(-1) : ''
  throw new StartupError(`The database did not start (${cluster.log}): ${last}`)
}

export function createDataDirInUseError(dataDir: string): StartupError {
  return new StartupError(
    `${dataDir} is in use by another running Perantau. Stop it, or set another DATA_DIR.`,
  )
}
