// What we take from others: under which licences, whole as it was locked, and which of it may run while installing.
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

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const packages = Object.entries(read('package-lock.json').packages as Record<string, Locked>).filter(
  ([at]) => at,
)
const nameOf = (at: string) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Those that go together with a program under AGPL-3.0-or-later. */
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
/** Its file says MIT, its description does not; it is not shipped. */
const unsaid = new Set(['xmlhttprequest-ssl'])

test('licences are known and go together with ours', () => {
  const others = packages.filter(([at, { license = '' }]) => {
    const names = license.replace(/[()]/g, '').split(/ (?:AND|OR) /)
    return !unsaid.has(nameOf(at)) && !names.every(name => allowed.has(name))
  })
  expect(others.map(([at, { license }]) => [at, license])).toEqual([])
})

test('every package is what it was when it was locked, from the registry', () => {
  const loose = packages.filter(([, { integrity, resolved, link }]) => !integrity || resolved || link)
  expect(loose.map(([at]) => at)).toEqual([])
})

test('a package that runs something while it is installed is named, with a yes or a no', () => {
  const named = Object.keys(read('package.json').allowScripts)
  const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([at]) => nameOf(at))
  expect(running.filter(name => !named.includes(name))).toEqual([])
})
