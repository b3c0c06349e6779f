import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Rules = Record<'createHTML' | 'createScriptURL', (text: string) => string | null>
let rules: Rules
const policyNames: string[] = []

beforeAll(async () => {
  const createPolicy = (name: string, policyRules: Rules) => {
    policyNames.push(name)
    rules = policyRules
  }
  const location = new URL('https://perantau.test/members')
  vi.stubGlobal('window', { location, trustedTypes: { createPolicy } })
  await import('./trusted-types.ts')
})
afterAll(() => vi.unstubAllGlobals())

test('the Trusted Types policy accepts style text and rejects any text that contains markup', () => {
  expect(policyNames).toEqual(['default'])
  expect(rules.createHTML(':root { --x: 1px }')).toBe(':root { --x: 1px }')
  for (const text of ['<b>', '</style><img src=x onerror=alert(1)>', 'a<!--'])
    expect(rules.createHTML(text)).toBeNull()
})

test('the Trusted Types policy accepts the URLs of the three workers of the app and rejects every other script URL', () => {
  const urls = ['frame', 'ballot'].map(name => `https://perantau.test/assets/${name}-worker-DuPavAJd.js`)
  for (const text of ['/sw.js', ...urls]) expect(rules.createScriptURL(text)).toBe(text)
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
