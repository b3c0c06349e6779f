// Checks the files under deploy/ with nginx and systemd. The check installs nothing and needs no root account.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { root } from '#server/env.ts'
import { findFreePort } from '#server/test/harness/app.ts'

const areCommandsInstalled = (...paths: string[]) => paths.every(path => existsSync(path))

const [nginx, openssl] = ['/usr/sbin/nginx', '/usr/bin/openssl']
test.runIf(areCommandsInstalled(nginx, openssl))(
  'nginx accepts deploy/nginx.conf (needs nginx and openssl: apt-get install them)',
  async () => {
    const folder = join(inject('scratch'), randomUUID())
    mkdirSync(folder, { recursive: true })
    const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
    const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=perantau.example.org']
    execFileSync(openssl, ['req', ...kind, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
    const configuration = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
      // `nginx -t` opens the ports and creates folders, which an ordinary user may not do at the default paths.
      .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
      .replace('listen 443 ', `listen 127.0.0.1:${await findFreePort()} `)
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map(name => `${name}_temp_path ${join(folder, name)};`)
      .join(' ')
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `pid ${join(folder, 'nginx.pid')}; error_log stderr; events {} http { access_log off; ${folders} ${configuration} }`,
    )
    const checkNginxConfiguration = () =>
      execFileSync(nginx, ['-t', '-q', '-e', 'stderr', '-c', file, '-p', folder], { stdio: 'pipe' })
    expect(checkNginxConfiguration).not.toThrow()
  },
)

const systemd = '/usr/bin/systemd-analyze'
// The command systemd-analyze checks that the executable of the service unit exists.
test.runIf(areCommandsInstalled(systemd, '/usr/bin/node'))(
  'systemd accepts deploy/perantau.service (needs systemd and /usr/bin/node)',
  () => {
    const verifySystemdUnit = () =>
      execFileSync(systemd, ['verify', '--man=no', join(root, 'deploy/perantau.service')], { stdio: 'pipe' })
    expect(verifySystemdUnit).not.toThrow()
  },
)
