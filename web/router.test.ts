import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientPaths } from '#shared/paths.ts'

test('the server knows every address of the client, and no other', () => {
  // Read, not run: the screens behind it want a browser.
  const source = readFileSync(new URL('./router.tsx', import.meta.url), 'utf8')
  const paths = new Set(Array.from(source.matchAll(/'(\/[^']*)'/g), ([, path]) => path))
  paths.delete('/$')
  expect([...clientPaths].sort()).toEqual([...paths].sort())
})
