import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { dictionary } from '@zxcvbn-ts/language-common'
import { build, defineConfig, type Plugin } from 'vite'

const outDir = 'dist/web'
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Compressed once here, at the best setting, instead of anew for every visitor. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = readFileSync(path)
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: size }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** The ten thousand that the server refuses, for the strength shown while typing; the whole list weighs five times as much. */
function commonPasswords(): Plugin {
  const id = 'virtual:common-passwords'
  const list = (dictionary['passwords-common'] as string[]).slice(0, 10_000)
  return {
    name: 'common-passwords',
    resolveId: source => (source === id ? `\0${id}` : undefined),
    load: source => (source === `\0${id}` ? `export default ${JSON.stringify(list.join(' '))}` : undefined),
  }
}

/**
 * Of an endpoint the browser needs method and path alone: its contract and the imports behind it are left out of the
 * build. Modules of declarations do nothing when they are loaded, so what nobody asks them for is left out, too.
 */
function withoutContracts(): Plugin {
  return {
    name: 'without-contracts',
    apply: 'build',
    transform: {
      filter: { id: /shared\/(contracts|endpoint|fields|calendar|constants)/ },
      handler(code, id) {
        if (!id.includes('.endpoints.')) return { code, map: null, moduleSideEffects: false }
        let stripped = code
        const cut = ([start, end]: [number, number]) => {
          stripped = stripped.slice(0, start) + stripped.slice(end)
        }
        for (const statement of this.parse(code, { lang: 'ts' }).body.toReversed()) {
          if (statement.type === 'ImportDeclaration' && statement.source.value !== '#shared/endpoint.ts')
            cut([statement.start, statement.end])
          if (statement.type !== 'ExportNamedDeclaration') continue
          if (statement.declaration?.type !== 'VariableDeclaration') continue
          const declared = statement.declaration.declarations[0]?.init
          if (declared?.type !== 'CallExpression') continue
          const [, path, contract] = declared.arguments
          if (path && contract) cut([path.end, contract.end])
        }
        return { code: stripped, map: null, moduleSideEffects: false }
      },
    },
  }
}

/** The worker is a file of its own that needs no other, at an address that stays. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    async writeBundle() {
      await build({
        configFile: false,
        root: 'web',
        publicDir: false,
        logLevel: 'error',
        plugins: [withoutContracts()],
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
    },
  }
}

const port = Number(process.env.PORT ?? 3000)

export default defineConfig({
  root: 'web',
  plugins: [react(), withoutContracts(), commonPasswords(), worker(), compress()],
  build: {
    outDir: `../${outDir}`,
    emptyOutDir: true,
    // Browsers since 2021, which the component library asks for anyway; older syntax would weigh more.
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What the first page needs anyway comes as one file: fewer trips over a bad network, better compressed.
        codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${port}`,
      '/socket.io': { target: `http://127.0.0.1:${port}`, ws: true },
    },
  },
})
