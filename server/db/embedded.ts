// The program's own PostgreSQL: made on first use under DATA_DIR, reached by a unix socket, no TCP.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { progress, StartupError } from '#server/terminal.ts'
import { type Account, accountFor } from './embedded-account.ts'

export interface EmbeddedDatabase {
  ownerUrl: string
  appUrl: string
  stop(): Promise<void>
}

interface Cluster {
  account: Account
  data: string
  socket: string
  log: string
}

const appRole = 'perantau'
const ownerRole = 'perantau_owner'
const instanceLock = 4_417_209

/** When this program dies, however it dies, the pipe on descriptor 3 closes and PostgreSQL is told to stop. */
const stopWithParent = '(read -r _ <&3; kill -INT $$) & exec "$@" 3<&-'

function urlFor(cluster: Cluster, user: string, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(cluster.socket)}`
}

/** The address of a unix socket holds about a hundred bytes; a deep checkout needs a shorter way. */
function socketFolder({ folder, spawn }: Account): string {
  const inside = join(folder, 'socket')
  const path = Buffer.byteLength(inside) <= 85 ? inside : join(tmpdir(), `perantau-${shortHash(folder)}`)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (spawn.uid !== undefined) chownSync(path, spawn.uid, spawn.gid ?? -1)
  const { uid, mode } = lstatSync(path)
  if (uid !== (spawn.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new StartupError(`${path} belongs to somebody else or is open to others; remove it and start again.`)
  }
  return path
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function clusterIn(dataDir: string, account: Account): Cluster {
  return {
    account,
    data: join(account.folder, 'postgres'),
    socket: socketFolder(account),
    log: join(dataDir, 'postgres.log'),
  }
}

/** Made aside and moved into place when whole, so that a start killed half-way leaves nothing half-made. */
function initialise({ account, data }: Cluster): void {
  const unfinished = `${data}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  const [command, ...args] = [
    ...account.prefix,
    join(account.binaries, 'bin', 'initdb'),
    ...['--pgdata', unfinished, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8'],
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C', '--no-instructions'],
  ] as [string, ...string[]]
  const { status, stderr } = spawnSync(command, args, { ...account.spawn, stdio: 'pipe', encoding: 'utf8' })
  if (status !== 0) {
    throw new StartupError(`The database could not be made: ${String(stderr).trim().split('\n').at(-1)}`)
  }
  if (existsSync(join(data, 'PG_VERSION'))) rmSync(unfinished, { recursive: true, force: true })
  else renameSync(unfinished, data)
}

function checkVersion({ account, data }: Cluster): void {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(account.binaries, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  const here = /(\d+)/.exec(stdout)?.[1]
  if (made !== here) {
    throw new StartupError(
      `The database was made by PostgreSQL ${made}, this is ${here}. Back it up with the version that made it (npm run backup), move DATA_DIR away and restore.`,
    )
  }
}

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
  const logFile = openSync(log, 'a', 0o600)
  const child = spawn('sh', ['-c', stopWithParent, 'sh', ...postgres], {
    ...account.spawn,
    // A session of its own: Ctrl-C reaches this program alone, which stops the database last.
    detached: true,
    stdio: ['ignore', logFile, logFile, 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin', LC_ALL: 'C' },
  })
  child.once('exit', () => (child.stdio[3] as Duplex).destroy())
  return child
}

type Answer = { client: pg.Client } | { reason: 'nobody' | 'busy' }

/** `busy`: a server is there but starting up or shutting down. */
async function knock(cluster: Cluster): Promise<Answer> {
  const client = new pg.Client({ connectionString: urlFor(cluster, 'postgres', 'postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    return { client }
  } catch (error) {
    await client.end().catch(() => {})
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
async function clearAway(cluster: Cluster): Promise<void> {
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

/** True while another running program holds the lock of this cluster, on a connection of its own. */
async function isTaken(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [instanceLock])
  return !rows[0]?.free
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from pg_database where datname = $1', [appRole])
  if (rows.length > 0) return
  for (const role of [ownerRole, appRole]) {
    const exists = await client.query('select from pg_roles where rolname = $1', [role])
    if (exists.rows.length === 0) await client.query(`create role ${role} login`)
  }
  await client.query(`create database ${appRole} owner ${ownerRole}`)
}

interface Server {
  child: ChildProcess
  lock: pg.Client
}

async function startServer(cluster: Cluster): Promise<Server> {
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

function inUse(dataDir: string): StartupError {
  return new StartupError(`${dataDir} is in use by another running Perantau. Stop it, or set another DATA_DIR.`)
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Keeps the server running until stopped: one that dies on its own is started again, ever more slowly. */
function keepAlive(cluster: Cluster, first: Server): () => Promise<void> {
  let server = first
  let isStopping = false

  async function restart() {
    for (let pause = 200; !isStopping; pause = Math.min(pause * 2, 5000)) {
      await sleep(pause)
      const next = await startServer(cluster).catch(() => undefined)
      if (next) return follow(next)
    }
  }

  function follow(next: Server) {
    server = next
    if (isStopping) server.child.kill('SIGINT')
    else server.child.once('exit', restart)
  }
  follow(first)

  return async () => {
    isStopping = true
    await server.lock.end().catch(() => {})
    if (hasExited(server.child)) return
    const exited = new Promise(resolve => server.child.once('exit', resolve))
    server.child.kill('SIGINT')
    // A checkpoint that takes too long is left to the recovery of the next start: nothing is lost.
    const patience = setTimeout(() => server.child.kill('SIGQUIT'), 3500)
    await exited
    clearTimeout(patience)
  }
}

/** Starts the database of DATA_DIR and holds it; refuses when another running program does. */
export async function startEmbedded(
  dataDir: string,
  options: Parameters<typeof accountFor>[1] = {},
): Promise<EmbeddedDatabase> {
  const cluster = clusterIn(dataDir, accountFor(dataDir, options))
  if (!existsSync(join(cluster.data, 'PG_VERSION'))) {
    progress('Making the database …')
    initialise(cluster)
  }
  checkVersion(cluster)
  if (await isHeld(cluster)) throw inUse(dataDir)
  await clearAway(cluster)
  const server = await startServer(cluster)
  await createDatabase(server.lock)
  return { ...urls(cluster), stop: keepAlive(cluster, server) }
}

async function isHeld(cluster: Cluster): Promise<boolean> {
  const answer = await knock(cluster)
  if (!('client' in answer)) return false
  const held = await isTaken(answer.client)
  await answer.client.end()
  return held
}

function urls(cluster: Cluster) {
  return { ownerUrl: urlFor(cluster, ownerRole, appRole), appUrl: urlFor(cluster, appRole, appRole) }
}

/** For commands beside a running program: its database if it runs, else one started for the moment. */
export async function joinEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const cluster = clusterIn(dataDir, accountFor(dataDir))
  if (await isHeld(cluster)) return { ...urls(cluster), stop: async () => {} }
  return startEmbedded(dataDir)
}
