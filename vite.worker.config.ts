// The service worker: one file without imports, at a URL that never changes. Built after the client, whose files it lists.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const outDir = 'dist/web'
/** Source maps, pictures of the help pages, and what the server fills in before it is sent. */
const notPrecached = /^\/(\.|index\.html$|sw\.js$|manifest\.|robots\.)|\.(map|webp|br|gz)$/

/** The precache list. Files with a hash in their name need no revision. */
function listFiles() {
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const urls = paths.map(path => path.slice(outDir.length).replaceAll('\\', '/'))
  const revision = (url: string) =>
    createHash('sha256')
      .update(readFileSync(outDir + url))
      .digest('hex')
      .slice(0, 16)
  return urls
    .filter(url => !notPrecached.test(url))
    .map(url => ({ url, revision: url.startsWith('/assets/') ? null : revision(url) }))
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
