import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/env.ts'
import { needsOf } from './screen-needs.ts'

const signedIn = { isVisitor: false, isBare: true }

test('the file of every screen is the one that the client’s router has for it', () => {
  // Read, not run: the screens behind it want a browser.
  const source = readFileSync(join(root, 'web/router.tsx'), 'utf8')
  const pairs = source.matchAll(/'(\/[^']*)',[^']*import\('#web\/(pages\/[^']*)'\)/g)
  const inRouter = Array.from(pairs, ([, path = '', file]) => [path, file])
  expect(inRouter.length).toBeGreaterThan(15)
  expect(inRouter.map(([path = '']) => [path, needsOf(path, signedIn).sources.at(-1)])).toEqual(inRouter)
})

test('a visitor’s document fetches nothing on anybody’s behalf', () => {
  for (const path of ['/login', '/register', '/dashboard', '/members'])
    expect(needsOf(path, { isVisitor: true, isBare: true }).calls).toEqual([])
})

test('behind ? only what every screen of the shell asks for is fetched ahead', () => {
  const bare = needsOf('/members', signedIn).calls
  const filtered = needsOf('/members', { isVisitor: false, isBare: false }).calls
  expect(filtered[0]).toBe('/api/auth/me')
  expect(bare.slice(0, filtered.length)).toEqual(filtered)
  expect(bare.length).toBeGreaterThan(filtered.length)
})
