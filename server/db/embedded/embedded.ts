// The program's own PostgreSQL: made on first use under DATA_DIR, reached by a unix socket, no TCP.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { progress } from '#server/terminal.ts'
import { accountFor } from './account.ts'
import { type Cluster, checkVersion, clusterIn, initialise, urlFor } from './cluster.ts'
import { clearAway, hasExited, isHeld, type Server, startServer } from './process.ts'

export interface EmbeddedDatabase {
  ownerUrl: string
  appUrl: string
  /** For whoever makes another database beside it. */
  makerUrl: string
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
  await clearAway(cluster)
  const server = await startServer(cluster)
  await createDatabase(server.lock)
  return { ...urls(cluster), stop: keepAlive(cluster, server) }
}

function urls(cluster: Cluster) {
  return {
    ownerUrl: urlFor(cluster, ownerRole, appRole),
    appUrl: urlFor(cluster, appRole, appRole),
    makerUrl: urlFor(cluster, 'postgres', 'postgres'),
  }
}

/** For commands beside a running program: its database if it runs, else one started for the moment. */
export async function joinEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const cluster = clusterIn(dataDir, accountFor(dataDir))
  if (await isHeld(cluster)) return { ...urls(cluster), stop: async () => {} }
  return startEmbedded(dataDir)
}
