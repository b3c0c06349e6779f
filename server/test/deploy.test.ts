// What operators copy is true: the names of settings, and that a container makes backups where they outlive it.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
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
    .flatMap(line => {
      const [, name, value] = /^ {6}([A-Z_0-9]+): (.+)$/.exec(line) ?? []
      return name && value ? [[name, value] as const] : []
    })
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

  test('passes every setting to the container, except those that the image fixes or only tests use', () => {
    const image = /^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? ''
    const fixed = settingNames.filter(name => new RegExp(`\\b${name}=`).test(image))
    expect(fixed.sort()).toEqual(['DATA_DIR', 'HOST', 'PORT'])
    const passed = entries.map(([name]) => name)
    expect([...passed, ...fixed, 'TEST_PUSH_URL'].sort()).toEqual([...settingNames].sort())
    // The setting keeps its name, so that operators can copy names from docs/settings.md into .env.
    const written = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'METRICS_PORT', 'BACKUP_DIR']
    for (const [name, value] of entries)
      if (!written.includes(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?]`))
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

  describe('relay', () => {
    const relay = /^ {2}relay:\n((?: {3,}.*\n|\n)+)/m.exec(text)?.[1] ?? ''
    const script = /^ {6}- \|\n((?: {8}.*\n)+)/m.exec(relay)?.[1]?.replaceAll('$$', '$') ?? ''
    const folder = join(inject('scratch'), randomUUID())
    const start = (TURN_SECRET: string) => {
      mkdirSync(folder, { recursive: true })
      // In the place of the image's own entry point.
      writeFileSync(join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
      const env = { TURN_SECRET, PATH: `${folder}:${process.env.PATH}` }
      return spawnSync('sh', ['-c', script, 'relay', '--realm=perantau'], { env, encoding: 'utf8' })
    }

    test('names a version of its image', () => {
      expect(relay).toMatch(/^ {4}image: coturn\/coturn:\d+\.\d+\.\d+$/m)
    })

    test('refuses to start with an empty or short secret, and passes a good one on', () => {
      for (const secret of ['', 'pendek']) expect(start(secret)).toMatchObject({ status: 1, stdout: '' })
      expect(start('').stderr).toContain('TURN_SECRET')
      const secret = 'rahsia geganti 0123456789'
      expect(start(secret)).toMatchObject({
        status: 0,
        stdout: `--static-auth-secret=${secret} --realm=perantau\n`,
      })
    })

    test.each([
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.17.0.1',
      '192.168.1.1',
      '198.18.0.1',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      'fd00::1',
      'fe80::1',
    ])('denies the peer %s', peer => {
      const denied = new BlockList()
      for (const [, from = '', to = from] of relay.matchAll(/--denied-peer-ip=([^-\s]+)(?:-(\S+))?/g))
        denied.addRange(from, to, isIPv6(from) ? 'ipv6' : 'ipv4')
      expect(denied.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')).toBe(true)
      expect(denied.check('203.0.113.7')).toBe(false)
      expect(denied.check('2001:db8::7', 'ipv6')).toBe(false)
    })
  })
})

test('the folder for backups that docs/operations.md names can be written to by deploy/perantau.service', () => {
  const folder = /^BACKUP_DIR=(\S+)$/m.exec(read('docs/operations.md'))?.[1]
  expect(folder).toMatch(/^\//)
  expect(read('deploy/perantau.service')).toContain(`ReadWritePaths=-${folder}\n`)
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
