import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/env.ts'
import { runInLanguage } from '#server/language.ts'
import { clientPaths, getLayoutKindOfPagePath } from '#shared/paths.ts'
import { getScreenPreloads } from './screen-preloads.ts'

const signedIn = { isVisitor: false, isBare: true }

test('for every screen the HTML page preloads the script that web/router.tsx loads', () => {
  // The router is read as a text file, because running it would need a browser.
  const source = readFileSync(join(root, 'web/router.tsx'), 'utf8')
  const pairs = source.matchAll(/'(\/[^']*)',[^']*import\('#web\/(pages\/[^']*)'\)/g)
  const routerPages = Array.from(pairs, ([, path = '', file]) => [path, file])
  expect(routerPages.length).toBeGreaterThan(15)
  const findPage = (path: string) =>
    getScreenPreloads(path, signedIn).sources.findLast(file => file.startsWith('pages/'))
  expect(routerPages.map(([path = '']) => [path, findPage(path)])).toEqual(routerPages)
})

test('the HTML page for visitors without a session preloads no API responses', () => {
  for (const path of ['/login', '/register', '/dashboard', '/members'])
    expect(getScreenPreloads(path, { isVisitor: true, isBare: true }).calls).toEqual([])
})

test('for a URL with search parameters the HTML page preloads only the API responses of the app shell', () => {
  const callsWithoutSearch = getScreenPreloads('/members', signedIn).calls
  const callsWithSearch = getScreenPreloads('/members', { isVisitor: false, isBare: false }).calls
  expect(callsWithSearch[0]).toBe('/api/auth/me')
  expect(callsWithoutSearch.slice(0, callsWithSearch.length)).toEqual(callsWithSearch)
  expect(callsWithoutSearch.length).toBeGreaterThan(callsWithSearch.length)
})

test('the page skeleton of every screen with a sidebar has the title of the screen in the language of the reader', () => {
  const getTitle = (path: string) => getScreenPreloads(path, signedIn).title
  const pathsWithSidebar = clientPaths.filter(path => getLayoutKindOfPagePath(path) === 'shell')
  expect(pathsWithSidebar.filter(path => !getTitle(path))).toEqual([])
  expect(runInLanguage('ms', () => getTitle('/clubs/$id'))).toBe('Kelab')
  expect(runInLanguage('en', () => getTitle('/clubs/$id'))).toBe('Clubs')
  expect(getTitle('/dashboard')).toBe('')
})
