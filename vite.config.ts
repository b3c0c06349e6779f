import './scripts/compile-texts.mjs'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { dictionary } from '@zxcvbn-ts/language-common'
import { defineConfig, type Plugin } from 'vite'

const outDir = 'dist/web'
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Compresses the files once at build time. The server sends the compressed files as they are. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = readFileSync(path)
        writeFileSync(`${path}.br`, brotliCompressSync(content))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** Bundles the 10,000 most common passwords, which the server rejects. The full list is five times as large. */
function commonPasswords(): Plugin {
  const id = 'virtual:common-passwords'
  const list = (dictionary['passwords-common'] as string[]).slice(0, 10_000)
  return {
    name: 'common-passwords',
    resolveId: source => (source === id ? `\0${id}` : undefined),
    load: source => (source === `\0${id}` ? `export default ${JSON.stringify(list.join(' '))}` : undefined),
  }
}

/** Components and icons of the library, and our own components built on them. */
const components = /[\\/](node_modules[\\/]@(mantine|tabler|floating-ui)|web[\\/]ui)[\\/]/

const port = Number(process.env.PORT ?? 3000)

export default defineConfig({
  root: 'web',
  plugins: [react(), commonPasswords(), compress()],
  build: {
    outDir: `../${outDir}`,
    emptyOutDir: true,
    // The component library needs browsers of 2021 or newer. Older syntax would only make the files larger.
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A group includes everything that its modules import, unless a group of higher priority has it.
            // What the first page needs is one file: one round trip, and better compression than several files.
            { name: 'base', tags: ['$initial'], priority: 2 },
            // Likewise the shell and the dashboard, which users see after they have signed in.
            { name: 'home', test: /[\\/]pages[\\/]home\.tsx$/, priority: 1 },
            // Components that several screens share would cost each screen dozens of requests in separate files.
            { name: 'common', test: components, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${port}`,
      '/a/': `http://127.0.0.1:${port}`,
      '/socket.io': { target: `http://127.0.0.1:${port}`, ws: true },
    },
  },
})
