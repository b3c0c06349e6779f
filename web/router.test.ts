import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientPaths } from '#shared/paths.ts'

test('the list of client paths on the server equals the paths in the router of the client', () => {
  // The source is parsed instead of imported, because the screens need a browser.
  const source = readFileSync(new URL('./router.tsx', import.meta.url), 'utf8')
  const paths = new Set(Array.from(source.matchAll(/'(\/[^']*)'/g), ([, path]) => path))
  paths.delete('/$')
  expect([...clientPaths].sort()).toEqual([...paths].sort())
})
