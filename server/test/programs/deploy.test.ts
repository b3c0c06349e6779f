// Checks the deployment files that operators copy: names of settings, the TURN relay and backups.
// Backups made by the container must survive the removal of the container.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readSettingsFromEnvironment, root, settingNames } from '#server/env.ts'

const readDeployFile = (path: string) => readFileSync(join(root, path), 'utf8')

describe('compose.yaml', () => {
  const text = readDeployFile('compose.yaml')
  const service = /^ {2}perantau:\n((?: {3,}.*\n|\n)+)/m.exec(text)?.[1] ?? ''
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service)?.[1] ?? ''
  const entries = block
    .trimEnd()
    .split('\n')
    .flatMap(line => {
      const [, name, value] = /^ {6}([A-Z_0-9]+): (.+)$/.exec(line) ?? []
      return name && value ? [[name, value] as const] : []
    })
  /** Fills in the variables of the environment block as Docker Compose does with the file `.env`. */
  const fillEnvironment = (env: Record<string, string>) =>
    Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        value.replace(
          /\$\{(\w+):[-?]([^}]*)\}/g,
          (_all, key: string, otherwise: string) => env[key] ?? otherwise,
        ),
      ]),
    )
  const requiredSettings = {
    PUBLIC_URL: 'https://perantau.example.org',
    SECRET_KEY: 'kunci-ujian-0123456789-abcdefghijklmnop',
    OWNER_PASSWORD: 'pemilik',
    APP_PASSWORD: 'app',
  }

  test('compose.yaml passes every setting to the container, except those that the image fixes or that only tests use', () => {
    const image = /^ENV (.*)$/m.exec(readDeployFile('Dockerfile'))?.[1] ?? ''
    const fixed = settingNames.filter(name => new RegExp(`\\b${name}=`).test(image))
    expect(fixed.sort()).toEqual(['DATA_DIR', 'HOST', 'PORT'])
    const passed = entries.map(([name]) => name)
    expect([...passed, ...fixed, 'TEST_PUSH_URL'].sort()).toEqual([...settingNames].sort())
    // Variables in compose.yaml have the names of their settings, so that operators can copy them from the manual.
    const derivedSettings = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'METRICS_PORT', 'BACKUP_DIR']
    for (const [name, value] of entries)
      if (!derivedSettings.includes(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?]`))
  })

  test('compose.yaml makes a backup every night, keeps it for 14 days and checks it weekly, in a folder of the host', () => {
    const settings = readSettingsFromEnvironment(fillEnvironment(requiredSettings))
    expect(settings).toMatchObject({ BACKUP_AT: 180, BACKUP_KEEP_DAYS: 14, BACKUP_CHECK_DAYS: 7 })
    expect(settings.BACKUP_PASSPHRASE).toBeUndefined()
    expect(service).toContain(`- ./backups:${settings.BACKUP_DIR}\n`)
  })

  test('compose.yaml passes the backup settings of the operator to the server', () => {
    const backupSettings = { BACKUP_AT: '01:30', BACKUP_KEEP_DAYS: '90', BACKUP_CHECK_DAYS: '1' }
    const BACKUP_PASSPHRASE = 'frasa laluan sandaran yang panjang'
    expect(
      readSettingsFromEnvironment(
        fillEnvironment({ ...requiredSettings, ...backupSettings, BACKUP_PASSPHRASE }),
      ),
    ).toMatchObject({
      BACKUP_AT: 90,
      BACKUP_KEEP_DAYS: 90,
      BACKUP_CHECK_DAYS: 1,
      BACKUP_PASSPHRASE,
    })
  })

  test('compose.yaml requires the settings without which the server does not start', () => {
    for (const name of Object.keys(requiredSettings)) expect(text).toContain(`\${${name}:?}`)
  })

  describe('relay', () => {
    const relay = /^ {2}relay:\n((?: {3,}.*\n|\n)+)/m.exec(text)?.[1] ?? ''
    const script = /^ {6}- \|\n((?: {8}.*\n)+)/m.exec(relay)?.[1]?.replaceAll('$$', '$') ?? ''
    const folder = join(inject('scratch'), randomUUID())
    const startTurnRelay = (TURN_SECRET: string) => {
      mkdirSync(folder, { recursive: true })
      // Shell script that replaces the entry point of the TURN relay's image.
      writeFileSync(join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
      const env = { TURN_SECRET, PATH: `${folder}:${process.env.PATH}` }
      return spawnSync('sh', ['-c', script, 'relay', '--realm=perantau'], { env, encoding: 'utf8' })
    }

    test('compose.yaml pins the version of the image for the TURN relay', () => {
      expect(relay).toMatch(/^ {4}image: coturn\/coturn:\d+\.\d+\.\d+$/m)
    })

    test('the TURN relay refuses to start with an empty or short TURN_SECRET, and uses a long one as its authentication secret', () => {
      for (const secret of ['', 'pendek'])
        expect(startTurnRelay(secret)).toMatchObject({ status: 1, stdout: '' })
      expect(startTurnRelay('').stderr).toContain('TURN_SECRET')
      const secret = 'rahsia geganti 0123456789'
      expect(startTurnRelay(secret)).toMatchObject({
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
    ])('the TURN relay denies the private peer address %s', peer => {
      const denied = new BlockList()
      for (const [, from = '', to = from] of relay.matchAll(/--denied-peer-ip=([^-\s]+)(?:-(\S+))?/g))
        denied.addRange(from, to, isIPv6(from) ? 'ipv6' : 'ipv4')
      expect(denied.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')).toBe(true)
      expect(denied.check('203.0.113.7')).toBe(false)
      expect(denied.check('2001:db8::7', 'ipv6')).toBe(false)
    })
  })
})

test('deploy/perantau.service can write to the backup folder that docs/operations.md names', () => {
  const folder = /^BACKUP_DIR=(\S+)$/m.exec(readDeployFile('docs/operations.md'))?.[1]
  expect(folder).toMatch(/^\//)
  expect(readDeployFile('deploy/perantau.service')).toContain(`ReadWritePaths=-${folder}\n`)
})

test('docs/settings.md lists every setting, and nothing else', () => {
  const rows = readDeployFile('docs/settings.md')
    .split('\n')
    .filter(line => line.startsWith('| `'))
  const documented = rows.flatMap(row =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name),
  )
  expect([...documented].sort()).toEqual([...settingNames].sort())
})
