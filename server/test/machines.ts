// What stands around the program on more than one machine, from Debian's packages: a database with a copy that follows it,
// a pooler, a balancer. And an address that leads to whichever database is the first, as operators have one.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './app.ts'
import { until } from './program.ts'

const versions = '/usr/lib/postgresql'
const newest = existsSync(versions)
  ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]
  : undefined
const binaries = {
  postgres: newest ? join(versions, newest, 'bin/postgres') : '',
  backup: newest ? join(versions, newest, 'bin/pg_basebackup') : '',
  pgbouncer: '/usr/sbin/pgbouncer',
  nginx: '/usr/sbin/nginx',
}
/** What is not installed here, if anything. */
export const missing = Object.entries(binaries)
  .filter(([, path]) => !path || !existsSync(path))
  .map(([name]) => name)

const isRoot = process.getuid?.() === 0
/** Database and pooler refuse to run as root; Debian has an account for them. */
const asPostgres = (command: string, args: string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres']).toString())
}

interface RunOptions {
  isPlain?: boolean
  env?: Record<string, string>
}

/** When the tests end, however they do, the pipe closes and all of it is killed. */
const endWithTests = '(read -r _ <&3; kill -9 -- -$$) & exec "$@" 3<&-'

export interface Machines {
  folder: string
  write(name: string, text: string): string
  /** Ends with the test, whatever became of it. */
  run(command: string, args: string[], options?: RunOptions): ChildProcess
  clear(): Promise<void>
}

export function setUpMachines(): Machines {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-machines-'))
  const own = (path: string) => {
    if (isRoot) chownSync(path, idOf('-u'), idOf('-g'))
  }
  chmodSync(folder, 0o755)
  own(folder)
  const running: { child: ChildProcess; ended: Promise<unknown> }[] = []
  return {
    folder,
    write: (name, text) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      own(path)
      return path
    },
    run: (command, args, { isPlain = false, env = {} } = {}) => {
      const [file, all] = isPlain ? [command, args] : asPostgres(command, args)
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
      for (const { child } of running.reverse()) kill(child, 'SIGKILL')
      await Promise.all(running.map(({ ended }) => ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** With all that it started. */
export function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // It is gone already.
  }
}

async function query(port: number, text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
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
  const answers = () => query(port, 'select 1').then(Boolean, () => false)
  await until(answers, { seconds: 60 })
}

const common = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', 'fsync=on']

function startPostgres({ folder, run }: Machines, name: string, port: number, env = {}): ChildProcess {
  const args = ['-D', join(folder, name), '-p', String(port), '-k', folder, ...common]
  return run(binaries.postgres, args, { env })
}

/** A database as Debian has it, with both roles. */
export async function startFirst(machines: Machines, env: Record<string, string> = {}) {
  const { folder } = machines
  const port = await freePort()
  const initdb = join(binaries.postgres, '../initdb')
  const make = asPostgres(initdb, [
    '-D',
    join(folder, 'first'),
    '-A',
    'trust',
    '-U',
    'postgres',
    '--encoding=UTF8',
  ])
  execFileSync(...make, { stdio: 'ignore', cwd: folder })
  const first = startPostgres(machines, 'first', port, env)
  await waitForDatabase(port)
  await query(port, 'create role perantau_owner login')
  await query(port, 'create role perantau login')
  await query(port, 'create database perantau owner perantau_owner')
  return { first, port }
}

/** The first, and a copy that has every commit before whoever made it hears of it. */
export async function startDatabases(machines: Machines) {
  const { folder } = machines
  const { first, port } = await startFirst(machines)
  const copyPort = await freePort()
  const from = `host=127.0.0.1 port=${port} user=postgres application_name=salinan`
  const copying = asPostgres(binaries.backup, [
    '-d',
    from,
    '-D',
    join(folder, 'copy'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ])
  execFileSync(...copying, { stdio: 'ignore', cwd: folder })
  startPostgres(machines, 'copy', copyPort)
  await waitForDatabase(copyPort)
  await query(port, `alter system set synchronous_standby_names = 'salinan'`)
  await query(port, 'select pg_reload_conf()')
  await until(
    async () => (await query(port, 'select sync_state from pg_stat_replication'))[0]?.sync_state === 'sync',
  )
  return {
    port,
    copyPort,
    query,
    /** The first dies as if its machine had; the copy takes its place. */
    failOver: async () => {
      kill(first, 'SIGKILL')
      await until(() =>
        query(port, 'select 1').then(
          () => false,
          () => true,
        ),
      )
      await query(copyPort, 'select pg_promote(true)')
    },
  }
}

/** An address that leads on to another, which can be changed; what is connected then is cut. */
export async function startAddress(target: number) {
  let to = target
  const open = new Set<Socket>()
  const server = createServer(from => {
    const on = connectSocket(to, '127.0.0.1')
    for (const socket of [from, on]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        from.destroy()
        on.destroy()
      })
    }
    from.pipe(on).pipe(from)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    leadTo: (port: number) => {
      to = port
      for (const socket of open) socket.destroy()
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Lends a connection for one transaction; few of them for many. */
export async function startPooler(machines: Machines, databasePort: number) {
  const port = await freePort()
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
  await until(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    return isThere
  })
  return { url }
}

/** A person comes back to the same instance while it is there; to the other when it is not. */
export async function startBalancer(machines: Machines, instances: number[]) {
  const port = await freePort()
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
    ${instances.map(one => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join(' ')}
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
      await until(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      )
    },
  }
}
