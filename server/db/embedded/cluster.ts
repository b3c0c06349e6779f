// Locates the embedded database on disk and creates it with initdb.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '#server/terminal.ts'
import { type Account, deriveShortFolderNameFromPath } from './account.ts'

export interface Cluster {
  account: Account
  data: string
  socket: string
  log: string
}

export function buildDatabaseUrlOfCluster(cluster: Cluster, user: string, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(cluster.socket)}`
}

/**
 * The path of a unix socket may have about 100 bytes. For a longer path the socket is placed in the temporary folder.
 */
function ensureSocketFolder({ folder, spawn }: Account): string {
  const defaultPath = join(folder, 'socket')
  const path =
    Buffer.byteLength(defaultPath) <= 85
      ? defaultPath
      : join(tmpdir(), `perantau-${deriveShortFolderNameFromPath(folder)}`)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (spawn.uid !== undefined) chownSync(path, spawn.uid, spawn.gid ?? -1)
  const { uid, mode } = lstatSync(path)
  if (uid !== (spawn.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new StartupError(
      `${path} belongs to another account or is accessible to others; remove it and start again.`,
    )
  }
  return path
}

export function locateDatabaseCluster(dataDir: string, account: Account): Cluster {
  return {
    account,
    data: join(account.folder, 'postgres'),
    socket: ensureSocketFolder(account),
    log: join(dataDir, 'postgres.log'),
  }
}

/**
 * Creates the database cluster in a temporary folder and renames the folder, so that a start that is killed leaves no
 * incomplete cluster.
 */
export function createDatabaseCluster({ account, data }: Cluster): void {
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
    // When another process has created the database cluster at the same time, that cluster is used.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}

export function requireMatchingPostgresVersion({ account, data }: Cluster): void {
  const clusterVersion = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(account.binaries, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  const installedVersion = /(\d+)/.exec(stdout)?.[1]
  if (clusterVersion !== installedVersion) {
    throw new StartupError(
      `The database was made by PostgreSQL ${clusterVersion}, this is ${installedVersion}. Back it up with the version that made it (npm run backup), move DATA_DIR away and restore.`,
    )
  }
}
