// Builds the service worker into one file without imports, at a fixed URL.
// Must run after the build of the client, whose files the service worker lists.
import './scripts/compile-texts.mjs'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const outDir = 'dist/web'
/** Not in the precache: source maps, help pictures, the pseudo-language, and files that the server fills in. */
const notPrecached = /^\/(\.|index\.html$|sw\.js$|manifest\.|robots\.|assets\/en-XA-)|\.(map|webp|br|gz)$/

/** Builds the precache list. Files with a hash in their name need no revision. */
function listFiles() {
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const urls = paths.map(path => path.slice(outDir.length).replaceAll('\\', '/'))
  const computeRevision = (url: string) =>
    createHash('sha256')
      .update(readFileSync(outDir + url))
      .digest('hex')
      .slice(0, 16)
  return urls
    .filter(url => !notPrecached.test(url))
    .map(url => ({ url, revision: url.startsWith('/assets/') ? null : computeRevision(url) }))
}

export default defineConfig({
  root: 'web',
  publicDir: false,
  define: { files: JSON.stringify(listFiles()) },
  build: {
    outDir: `../${outDir}`,
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: 'web/sw/worker.ts',
      output: { entryFileNames: 'sw.js', format: 'iife' },
    },
  },
})
