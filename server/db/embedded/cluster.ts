// Where an embedded database lives on disk, and how it is made.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '#server/terminal.ts'
import { type Account, shortHash } from './account.ts'

export interface Cluster {
  account: Account
  data: string
  socket: string
  log: string
}

export function urlFor(cluster: Cluster, user: string, database: string): string {
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
    throw new StartupError(
      `${path} belongs to somebody else or is open to others; remove it and start again.`,
    )
  }
  return path
}

export function clusterIn(dataDir: string, account: Account): Cluster {
  return {
    account,
    data: join(account.folder, 'postgres'),
    socket: socketFolder(account),
    log: join(dataDir, 'postgres.log'),
  }
}

/** Made aside and moved into place when whole, so that a start killed half-way leaves nothing half-made. */
export function initialise({ account, data }: Cluster): void {
  const unfinished = `${data}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  const [command, ...args] = [
    ...account.prefix,
    join(account.binaries, 'bin', 'initdb'),
    '--pgdata',
    unfinished,
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--locale',
    'C',
    '--no-instructions',
  ]
  const { status, stderr } = spawnSync(command, args, { ...account.spawn, stdio: 'pipe', encoding: 'utf8' })
  if (status !== 0) {
    throw new StartupError(`The database could not be made: ${String(stderr).trim().split('\n').at(-1)}`)
  }
  try {
    renameSync(unfinished, data)
  } catch (error) {
    // Another program that started at the same moment has put its own there.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}

export function checkVersion({ account, data }: Cluster): void {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(account.binaries, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  const here = /(\d+)/.exec(stdout)?.[1]
  if (made !== here) {
    throw new StartupError(
      `The database was made by PostgreSQL ${made}, this is ${here}. Back it up with the version that made it (npm run backup), move DATA_DIR away and restore.`,
    )
  }
}
