// Checks the dependencies: their licences, their integrity hashes, and which may run install scripts.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  license?: string
  integrity?: string
  resolved?: string
  link?: true
  dev?: true
  hasInstallScript?: true
}

const readJsonFile = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const packages = Object.entries(readJsonFile('package-lock.json').packages as Record<string, Locked>).filter(
  ([path]) => path,
)
const getPackageName = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Licences compatible with AGPL-3.0-or-later. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])
/** The licence file of the package says MIT, but its package.json names no licence. The package is not shipped. */
const withoutLicenceField = new Set(['xmlhttprequest-ssl'])

test('every dependency has a known licence that is compatible with AGPL-3.0-or-later', () => {
  const incompatible = packages.filter(([path, { license = '' }]) => {
    const names = license.replace(/[()]/g, '').split(/ (?:AND|OR) /)
    return !withoutLicenceField.has(getPackageName(path)) && !names.every(name => allowed.has(name))
  })
  expect(incompatible.map(([path, { license }]) => [path, license])).toEqual([])
})

test('every dependency in the lock file has an integrity hash and comes from the npm registry', () => {
  const loose = packages.filter(([, { integrity, resolved, link }]) => !integrity || resolved || link)
  expect(loose.map(([path]) => path)).toEqual([])
})

test('package.json allows or denies every dependency that has an install script', () => {
  const listed = Object.keys(readJsonFile('package.json').allowScripts)
  const withInstallScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => getPackageName(path))
  expect(withInstallScript.filter(name => !listed.includes(name))).toEqual([])
})
