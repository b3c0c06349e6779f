// Compares docs/guarantees.md with the code: each guarantee must name existing files and existing test titles.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/guarantees.md', 'utf8')
const entries = page
  .split(/\n(?=\d+\. )/)
  .slice(1)
  .map(entry => entry.split(/\n## /)[0]?.replace(/\s+/g, ' ') ?? '')

test('the guarantees in docs/guarantees.md have ascending numbers, and none of the numbers 1 to 39 is missing', () => {
  const numbers = entries.map(entry => Number.parseInt(entry, 10))
  expect(numbers.slice(0, 39)).toEqual(Array.from({ length: 39 }, (_, index) => index + 1))
  expect(numbers).toEqual([...new Set(numbers)].sort((first, second) => first - second))
})

test.each(entries.map(entry => [entry.split('. ')[0], entry] as const))(
  'guarantee %s names existing files and existing test titles',
  (_number, entry) => {
    const [, location = '', evidence = ''] = /^.* In (`.*) Proof: (.*)$/.exec(entry) ?? []
    const paths = Array.from(location.matchAll(/`([^`]+)`/g), ([, path = '']) => path)
    expect(paths.length, entry).toBeGreaterThan(0)
    for (const path of paths) expect([path, existsSync(path)]).toEqual([path, true])

    const tests = Array.from(
      evidence.matchAll(/`([^`]+)` ((?:"[^"]+"(?:, )?)+)/g),
      ([, path = '', titles = '']) => ({
        path,
        titles: Array.from(titles.matchAll(/"([^"]+)"/g), ([, title = '']) => title),
      }),
    )
    expect(tests.length, entry).toBeGreaterThan(0)
    for (const { path, titles } of tests) {
      const text = existsSync(path) ? readFileSync(path, 'utf8').replace(/\s+/g, ' ') : ''
      expect([path, titles.filter(title => !text.includes(title))]).toEqual([path, []])
    }
  },
)
