// Embedded PostgreSQL: created on first use under DATA_DIR, reachable by a unix socket only.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { printProgress } from '#server/terminal.ts'
import { selectPostgresOperatingSystemAccount } from './account.ts'
import {
  buildDatabaseUrlOfCluster,
  type Cluster,
  createDatabaseCluster,
  locateDatabaseCluster,
  requireMatchingPostgresVersion,
} from './cluster.ts'
import {
  hasProcessExited,
  isDatabaseClusterLocked,
  type PostgresServer,
  startPostgres,
  waitForExitOfStalePostgres,
} from './postgres-process.ts'

export interface EmbeddedDatabase {
  ownerUrl: string
  appUrl: string
  /** URL of a role that may create other databases on the embedded PostgreSQL. */
  databaseCreatorUrl: string
  stop(): Promise<void>
}

const appRole = 'perantau'
const ownerRole = 'perantau_owner'

async function createDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from pg_database where datname = $1', [appRole])
  if (rows.length > 0) return
  for (const role of [ownerRole, appRole]) {
    const exists = await client.query('select from pg_roles where rolname = $1', [role])
    if (exists.rows.length === 0) await client.query(`create role ${role} login`)
  }
  await client.query(`create database ${appRole} owner ${ownerRole}`)
}

/**
 * Restarts the PostgreSQL server when its process dies, with increasing pauses. Returns the function that stops
 * PostgreSQL for good.
 */
function restartClusterOnExit(cluster: Cluster, first: PostgresServer): () => Promise<void> {
  let server = first
  let isStopping = false

  async function restartCluster() {
    for (let pause = 200; !isStopping; pause = Math.min(pause * 2, 5000)) {
      await sleep(pause)
      const next = await startPostgres(cluster).catch(() => undefined)
      if (next) return watchForExit(next)
    }
  }

  function watchForExit(next: PostgresServer) {
    server = next
    if (isStopping) server.child.kill('SIGINT')
    else server.child.once('exit', restartCluster)
  }
  watchForExit(first)

  return async () => {
    isStopping = true
    await server.lock.end().catch(() => {})
    if (hasProcessExited(server.child)) return
    const exited = new Promise(resolve => server.child.once('exit', resolve))
    server.child.kill('SIGINT')
    // PostgreSQL is killed when its shutdown takes too long. At the next start it recovers without loss of data.
    const killTimer = setTimeout(() => server.child.kill('SIGQUIT'), 3500)
    await exited
    clearTimeout(killTimer)
  }
}

/** Starts the embedded database in DATA_DIR and locks it. Fails when another running server has locked it. */
export async function startEmbeddedDatabase(
  dataDir: string,
  options: Parameters<typeof selectPostgresOperatingSystemAccount>[1] = {},
): Promise<EmbeddedDatabase> {
  const cluster = locateDatabaseCluster(dataDir, selectPostgresOperatingSystemAccount(dataDir, options))
  if (!existsSync(join(cluster.data, 'PG_VERSION'))) {
    printProgress('Making the database …')
    createDatabaseCluster(cluster)
  }
  requireMatchingPostgresVersion(cluster)
  await waitForExitOfStalePostgres(cluster)
  const server = await startPostgres(cluster)
  await createDatabase(server.lock)
  return { ...buildDatabaseUrls(cluster), stop: restartClusterOnExit(cluster, server) }
}

function buildDatabaseUrls(cluster: Cluster) {
  return {
    ownerUrl: buildDatabaseUrlOfCluster(cluster, ownerRole, appRole),
    appUrl: buildDatabaseUrlOfCluster(cluster, appRole, appRole),
    databaseCreatorUrl: buildDatabaseUrlOfCluster(cluster, 'postgres', 'postgres'),
  }
}

/**
 * For commands that may run beside a server: uses the server's embedded database if it runs, otherwise starts it for
 * the duration of the command.
 */
export async function openOrStartEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const cluster = locateDatabaseCluster(dataDir, selectPostgresOperatingSystemAccount(dataDir))
  if (await isDatabaseClusterLocked(cluster)) return { ...buildDatabaseUrls(cluster), stop: async () => {} }
  return startEmbeddedDatabase(dataDir)
}
