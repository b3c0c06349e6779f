// What operators copy is true: the names of settings, and that a container makes backups where they outlive it.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readSettings, root, settingNames } from '#server/env.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const service = /^ {2}perantau:\n((?: {3,}.*\n|\n)+)/m.exec(text)?.[1] ?? ''
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service)?.[1] ?? ''
  const entries = block
    .trimEnd()
    .split('\n')
    .map(line => /^ {6}([A-Z_0-9]+): (.+)$/.exec(line)?.slice(1) as [string, string])
  /** As compose fills it in, from the `.env` beside it. */
  const fill = (env: Record<string, string>) =>
    Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        value.replace(
          /\$\{(\w+):[-?]([^}]*)\}/g,
          (_all, key: string, otherwise: string) => env[key] ?? otherwise,
        ),
      ]),
    )
  const needed = {
    PUBLIC_URL: 'https://perantau.example.org',
    SECRET_KEY: 'kunci-ujian-0123456789-abcdefghijklmnop',
    OWNER_PASSWORD: 'pemilik',
    APP_PASSWORD: 'app',
  }

  test('names settings that there are', () => {
    expect(entries.map(([name]) => name)).toContain('DATABASE_URL')
    expect(entries.map(([name]) => name).filter(name => !settingNames.includes(name))).toEqual([])
  })

  test('makes a backup every night, keeps it for a fortnight and tries it every week, in a folder of the machine', () => {
    const settings = readSettings(fill(needed))
    expect(settings).toMatchObject({ BACKUP_AT: 180, BACKUP_KEEP_DAYS: 14, BACKUP_CHECK_DAYS: 7 })
    expect(settings.BACKUP_PASSPHRASE).toBeUndefined()
    expect(service).toContain(`- ./backups:${settings.BACKUP_DIR}\n`)
  })

  test('passes on what an operator sets', () => {
    const wished = { BACKUP_AT: '01:30', BACKUP_KEEP_DAYS: '90', BACKUP_CHECK_DAYS: '1' }
    const BACKUP_PASSPHRASE = 'frasa laluan sandaran yang panjang'
    expect(readSettings(fill({ ...needed, ...wished, BACKUP_PASSPHRASE }))).toMatchObject({
      BACKUP_AT: 90,
      BACKUP_KEEP_DAYS: 90,
      BACKUP_CHECK_DAYS: 1,
      BACKUP_PASSPHRASE,
    })
  })

  test('asks for what the program does not start without', () => {
    for (const name of Object.keys(needed)) expect(text).toContain(`\${${name}:?}`)
  })
})

test('docs/settings.md lists every setting, and nothing else', () => {
  const rows = read('docs/settings.md')
    .split('\n')
    .filter(line => line.startsWith('| `'))
  const named = rows.flatMap(row =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name),
  )
  expect([...named].sort()).toEqual([...settingNames].sort())
})

const nginx = '/usr/sbin/nginx'
test.skipIf(!existsSync(nginx))('nginx takes deploy/nginx.conf (where it is installed)', () => {
  const folder = join(inject('scratch'), randomUUID())
  mkdirSync(folder, { recursive: true })
  const [key, certificate, file] = [
    join(folder, 'key'),
    join(folder, 'certificate'),
    join(folder, 'nginx.conf'),
  ]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=perantau.example.org']
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const ours = read('deploy/nginx.conf')
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
  const pid = join(folder, 'nginx.pid')
  writeFileSync(file, `pid ${pid}; error_log stderr; events {} http { access_log off; ${ours} }`)
  expect(() => execFileSync(nginx, ['-t', '-q', '-c', file, '-p', folder], { stdio: 'pipe' })).not.toThrow()
})

const systemd = '/usr/bin/systemd-analyze'
/** It asks that what the unit starts is there. */
const isServer = [systemd, '/usr/bin/node'].every(path => existsSync(path))
test.skipIf(!isServer)('systemd takes deploy/perantau.service (where it is installed)', () => {
  const verify = () =>
    execFileSync(systemd, ['verify', '--man=no', join(root, 'deploy/perantau.service')], { stdio: 'pipe' })
  expect(verify).not.toThrow()
})
