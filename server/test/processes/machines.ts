// Simulates a deployment on several machines with Debian's packages: PostgreSQL with a standby, PgBouncer and nginx.
// A TCP proxy provides one database address that can be redirected to the standby.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#server/test/harness/app.ts'
import { waitUntil } from './program-process.ts'

const versions = '/usr/lib/postgresql'
const newestVersion = existsSync(versions)
  ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]
  : undefined
const binaries = {
  postgres: newestVersion ? join(versions, newestVersion, 'bin/postgres') : '',
  backup: newestVersion ? join(versions, newestVersion, 'bin/pg_basebackup') : '',
  pgbouncer: '/usr/sbin/pgbouncer',
  nginx: '/usr/sbin/nginx',
}
/** Names of the required programs that are not installed on this machine. */
export const missingPrograms = Object.entries(binaries)
  .filter(([, path]) => !path || !existsSync(path))
  .map(([name]) => name)

const isRoot = process.getuid?.() === 0
/** PostgreSQL and PgBouncer refuse to run as root, so they run under Debian's account `postgres`. */
const wrapForPostgresAccount = (command: string, args: string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]

function readAccountId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres']).toString())
}

interface RunOptions {
  isPlain?: boolean
  env?: Record<string, string>
}

/**
 * Shell wrapper for test processes: when the test process ends, the pipe closes and the whole process group is killed.
 */
const endWithTests = '(read -r _ <&3; kill -9 -- -$$) & exec "$@" 3<&-'

export interface Machines {
  folder: string
  write(name: string, text: string): string
  /** Starts a process that is killed at the end of the test run, even when the run is aborted. */
  run(command: string, args: string[], options?: RunOptions): ChildProcess
  clear(): Promise<void>
}

export function createTemporaryFolderAndProcessRunner(): Machines {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-machines-'))
  const giveToPostgresAccount = (path: string) => {
    if (isRoot) chownSync(path, readAccountId('-u'), readAccountId('-g'))
  }
  chmodSync(folder, 0o755)
  giveToPostgresAccount(folder)
  const running: { child: ChildProcess; ended: Promise<unknown> }[] = []
  return {
    folder,
    write: (name, text) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      giveToPostgresAccount(path)
      return path
    },
    run: (command, args, { isPlain = false, env = {} } = {}) => {
      const [file, all] = isPlain ? [command, args] : wrapForPostgresAccount(command, args)
      const child = spawn('sh', ['-c', endWithTests, 'sh', file, ...all], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        cwd: folder,
        detached: true,
        env: { ...process.env, ...env },
      })
      running.push({ child, ended: new Promise(resolve => child.once('exit', resolve)) })
      return child
    },
    clear: async () => {
      for (const { child } of running.reverse()) killProcessGroup(child, 'SIGKILL')
      await Promise.all(running.map(({ ended }) => ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends a signal to the given process and to all of its child processes. */
export function killProcessGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // The signal fails when the process that should be killed has already exited.
  }
}

async function querySql(
  port: number,
  text: string,
  database = 'postgres',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/${database}` })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function waitForDatabase(port: number): Promise<void> {
  const isDatabaseResponding = () => querySql(port, 'select 1').then(Boolean, () => false)
  await waitUntil(isDatabaseResponding, { seconds: 60 })
}

const commonOptions = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', 'fsync=on']

function startPostgres({ folder, run }: Machines, name: string, port: number, env = {}): ChildProcess {
  const args = ['-D', join(folder, name), '-p', String(port), '-k', folder, ...commonOptions]
  return run(binaries.postgres, args, { env })
}

/** Starts PostgreSQL from Debian's package with the owner role and the application role. */
export async function startPrimaryDatabase(machines: Machines, env: Record<string, string> = {}) {
  const { folder } = machines
  const port = await findFreePort()
  const initdb = join(binaries.postgres, '../initdb')
  const initialize = wrapForPostgresAccount(initdb, [
    '-D',
    join(folder, 'first'),
    '-A',
    'trust',
    '-U',
    'postgres',
    '--encoding=UTF8',
  ])
  execFileSync(...initialize, { stdio: 'ignore', cwd: folder })
  const first = startPostgres(machines, 'first', port, env)
  await waitForDatabase(port)
  await querySql(port, 'create role perantau_owner login')
  await querySql(port, 'create role perantau login')
  await querySql(port, 'create database perantau owner perantau_owner')
  return { first, port }
}

/** Starts a primary PostgreSQL and a synchronous standby: a commit is acknowledged only after the standby has it. */
export async function startReplicatedDatabases(machines: Machines) {
  const { folder } = machines
  const { first, port } = await startPrimaryDatabase(machines)
  const copyPort = await findFreePort()
  const primaryConnection = `host=127.0.0.1 port=${port} user=postgres application_name=salinan`
  const baseBackup = wrapForPostgresAccount(binaries.backup, [
    '-d',
    primaryConnection,
    '-D',
    join(folder, 'copy'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ])
  execFileSync(...baseBackup, { stdio: 'ignore', cwd: folder })
  startPostgres(machines, 'copy', copyPort)
  await waitForDatabase(copyPort)
  await querySql(port, `alter system set synchronous_standby_names = 'salinan'`)
  await querySql(port, 'select pg_reload_conf()')
  await waitUntil(
    async () =>
      (await querySql(port, 'select sync_state from pg_stat_replication'))[0]?.sync_state === 'sync',
  )
  return {
    port,
    copyPort,
    query: querySql,
    /** Kills the primary PostgreSQL as if its machine had failed, and promotes the standby. */
    failOver: async () => {
      killProcessGroup(first, 'SIGKILL')
      await waitUntil(() =>
        querySql(port, 'select 1').then(
          () => false,
          () => true,
        ),
      )
      await querySql(copyPort, 'select pg_promote(true)')
    },
  }
}

/** Starts a TCP proxy whose target can be changed, which cuts all open connections. */
export async function startTcpProxy(target: number) {
  let targetPort = target
  const openSockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connectSocket(targetPort, '127.0.0.1')
    for (const socket of [client, upstream]) {
      openSockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        openSockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    leadTo: (port: number) => {
      targetPort = port
      for (const socket of openSockets) socket.destroy()
    },
    close: () => {
      server.close()
      for (const socket of openSockets) socket.destroy()
    },
  }
}

/** Starts PgBouncer in transaction mode, in which all clients share ten database connections. */
export async function startPgBouncer(machines: Machines, databasePort: number) {
  const port = await findFreePort()
  const users = machines.write('users.txt', '"perantau" ""\n')
  const file = machines.write(
    'pgbouncer.ini',
    `[databases]
perantau = host=127.0.0.1 port=${databasePort} dbname=perantau
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_login_retry = 1
logfile = ${join(machines.folder, 'pgbouncer.log')}
`,
  )
  machines.run(binaries.pgbouncer, [file])
  const url = `postgresql://perantau@127.0.0.1:${port}/perantau`
  await waitUntil(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    return isConnected
  })
  return { url }
}

/**
 * Starts nginx as load balancer. Requests of a session go to one server instance, and to the other one when that
 * instance fails.
 */
export async function startLoadBalancer(machines: Machines, instances: number[]) {
  const port = await findFreePort()
  const file = machines.write(
    'nginx.conf',
    `daemon off; pid ${join(machines.folder, 'nginx.pid')}; error_log ${join(machines.folder, 'nginx.log')};
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${join(machines.folder, kind)};`).join(' ')}
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream perantau {
    hash $cookie_session consistent;
    ${instances.map(instancePort => `server 127.0.0.1:${instancePort} max_fails=1 fail_timeout=1s;`).join(' ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 12m;
    location / {
      proxy_pass http://perantau;
      proxy_http_version 1.1;
      proxy_set_header Host $host:$server_port;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_buffering off;
      proxy_next_upstream error timeout http_503;
    }
  }
}
`,
  )
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    start: async () => {
      machines.run(binaries.nginx, ['-c', file, '-p', machines.folder], { isPlain: true })
      await waitUntil(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      )
    },
  }
}
