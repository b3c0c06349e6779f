import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Rules = Record<'createHTML' | 'createScriptURL', (text: string) => string | null>
let rules: Rules
const made: string[] = []

beforeAll(async () => {
  const createPolicy = (name: string, given: Rules) => {
    made.push(name)
    rules = given
  }
  const location = new URL('https://perantau.test/members')
  vi.stubGlobal('window', { location, trustedTypes: { createPolicy } })
  await import('./trusted-types.ts')
})
afterAll(() => vi.unstubAllGlobals())

test('text becomes no markup; what has none in it is the text of a style', () => {
  expect(made).toEqual(['default'])
  expect(rules.createHTML(':root { --x: 1px }')).toBe(':root { --x: 1px }')
  for (const text of ['<b>', '</style><img src=x onerror=alert(1)>', 'a<!--'])
    expect(rules.createHTML(text)).toBeNull()
})

test('scripts come from two addresses', () => {
  for (const text of ['/sw.js', 'https://perantau.test/assets/frame-worker-DuPavAJd.js'])
    expect(rules.createScriptURL(text)).toBe(text)
  for (const text of [
    'https://lain.test/sw.js',
    '//lain.test/sw.js',
    '/api/files/1',
    '/sw.js/../api/files/1',
    'data:text/javascript,1',
    'blob:https://perantau.test/1',
  ])
    expect(rules.createScriptURL(text)).toBeNull()
})
