import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientPaths } from '#shared/paths.ts'

test('the server lists exactly the URL paths for which the router of the client has a page', () => {
  // The source is parsed instead of imported, because the screens need a browser.
  const source = readFileSync(new URL('./router.tsx', import.meta.url), 'utf8')
  const paths = new Set(Array.from(source.matchAll(/'(\/[^']*)'/g), ([, path]) => path))
  paths.delete('/$')
  expect([...clientPaths].sort()).toEqual([...paths].sort())
})
