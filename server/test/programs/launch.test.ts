// Tests scripts/launch.mjs and scripts/build.mjs in a small copy of the repository.
// The build tool in the copy of the repository only records its calls.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { root } from '#server/env.ts'

const lock = { packages: { '': {}, 'node_modules/vite': { version: '1.0.0' } } }
const vite = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist/server', { recursive: true })
appendFileSync('calls.txt', 'build\\n')
for (const name of ['main', 'backup']) writeFileSync('dist/server/' + name + '.js', 'console.log("ran", ...process.argv.slice(1))')`

let checkout: string
const writeProjectFile = (path: string, text: string) => {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}
const countBuilds = () => {
  const file = join(checkout, 'calls.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
}
/** Runs a script. A failing program stands in for npm, so every attempt to install packages fails. */
const runLauncher = (...args: string[]) => {
  const env = { npm_execpath: join(checkout, 'npm.mjs') }
  return execFileSync(process.execPath, args, { cwd: checkout, env, stdio: 'pipe' }).toString()
}

beforeEach(() => {
  checkout = join(inject('scratch'), randomUUID())
  for (const name of ['launch', 'build', 'prepare', 'node-version'])
    cpSync(join(root, `scripts/${name}.mjs`), join(checkout, `scripts/${name}.mjs`), { recursive: true })
  writeProjectFile('package.json', '{"type":"module"}')
  writeProjectFile('package-lock.json', JSON.stringify(lock))
  for (const file of [
    'shared/a',
    'server/a',
    'web/a',
    'texts/a',
    'docs/guide/a',
    'vite.config.ts',
    'vite.worker.config.ts',
    'vite.server.config.ts',
  ])
    writeProjectFile(file, '')
  // `npm ci` writes this file; it lists the installed packages.
  writeProjectFile('node_modules/.package-lock.json', JSON.stringify(lock))
  writeProjectFile('node_modules/vite/bin/vite.js', vite)
  writeProjectFile('npm.mjs', 'process.exit(1)')
})

describe('npm run build', () => {
  it('npm run build stores a fingerprint (stamp) of the sources, so that npm start after npm ci neither installs nor builds', () => {
    runLauncher('scripts/build.mjs')
    expect(countBuilds()).toBe(3)
    expect(runLauncher('scripts/launch.mjs', 'main')).toBe('ran main\n')
    expect(countBuilds()).toBe(3)
  })
})

describe('npm start', () => {
  it('npm start builds only the server when only its sources have changed since the last build', () => {
    runLauncher('scripts/build.mjs')
    writeProjectFile('server/a', 'changed')
    expect(runLauncher('scripts/launch.mjs', 'main')).toContain('Building')
    expect(countBuilds()).toBe(4)
  })

  it('npm start installs packages when an installed package has another version than in the lock file', () => {
    runLauncher('scripts/build.mjs')
    writeProjectFile('package-lock.json', JSON.stringify(lock).replace('1.0.0', '1.0.1'))
    expect(() => runLauncher('scripts/launch.mjs', 'main')).toThrow('could not be installed')
  })
})

describe('an operator command (backup)', () => {
  it('an operator command runs the existing build and neither installs nor builds, even after changes of the sources', () => {
    runLauncher('scripts/build.mjs')
    rmSync(join(checkout, 'dist/server.stamp'))
    rmSync(join(checkout, 'node_modules/.package-lock.json'))
    writeProjectFile('server/a', 'changed')
    expect(runLauncher('scripts/launch.mjs', 'backup', 'file.tar.gz')).toBe('ran backup file.tar.gz\n')
    expect(countBuilds()).toBe(3)
  })

  it('an operator command builds the application first when no build exists', () => {
    expect(runLauncher('scripts/launch.mjs', 'backup', 'file.tar.gz')).toContain('ran backup file.tar.gz')
    expect(countBuilds()).toBe(3)
  })
})
